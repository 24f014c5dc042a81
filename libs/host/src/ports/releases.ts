import type { ReleasesPort } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { RegistrySource } from '../registry/registry-source';
import type { StopSource } from '../registry/stop-source';

/** Tells areas what this page is composed of, after signatures and stops were checked. */
export function createReleasesPort({
  environment,
  registry,
  stops,
  readFile,
}: {
  readonly environment: string;
  readonly registry: Pick<RegistrySource, 'store' | 'refresh'>;
  readonly stops: Pick<StopSource, 'store'>;
  readonly readFile: Loader['readFile'];
}): ReleasesPort {
  return {
    environment,
    read: async () => {
      await registry.refresh();
      return { registry: registry.store.getState().document, stops: stops.store.getState().list };
    },
    readFile: (remote, version, file) => {
      const entry = registry.store.getState().document?.remotes.find(({ name }) => name === remote);
      const pointers = entry ? [entry.stable, ...(entry.canary ? [entry.canary.pointer] : []), ...entry.lastGood] : [];
      const pointer = pointers.find((one) => one.version === version);
      if (!pointer) return Promise.reject(new Error(`The registry names no release ${version} of ${remote}.`));
      return readFile(remote, pointer, file);
    },
  };
}
