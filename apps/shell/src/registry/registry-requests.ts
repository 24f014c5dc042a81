import { VERSION_REQUEST } from '@nemus/start';
import { REGISTRY_WITH_COPY_MS, REGISTRY_WITHOUT_COPY_MS } from '@nemus/start/limits';
import { versionOf } from './registry-version';

/** How the store is asked. Both reject when it does not answer in time. */
export interface RegistryRequests {
  /** The store's name for its version of the document; null when it has none. */
  version(): Promise<string | null>;
  /** The document, with the name of its version. @param hasCopy whether a copy could stand in */
  document(hasCopy: boolean): Promise<{ readonly text: string; readonly version: string | null }>;
}

/** Asks the store at one address. */
export function createRegistryRequests(send: typeof fetch, url: string): RegistryRequests {
  const ask = (how: RequestInit, patience: number) => send(url, { ...how, signal: AbortSignal.timeout(patience) });
  return {
    version: async () => versionOf(await ask(VERSION_REQUEST, REGISTRY_WITH_COPY_MS)),
    document: async (hasCopy) => {
      const answer = await ask({}, hasCopy ? REGISTRY_WITH_COPY_MS : REGISTRY_WITHOUT_COPY_MS);
      if (!answer.ok) throw new Error(`The store answered with status ${answer.status} for the registry.`);
      return { text: await answer.text(), version: versionOf(answer) };
    },
  };
}
