import { VERSION_REQUEST } from '@nemus/start';
import { REGISTRY_WITH_COPY_MS, REGISTRY_WITHOUT_COPY_MS } from '@nemus/start/limits';
import { versionOf } from './registry-version';

/** Requests to the store. Both reject on timeout. */
export interface RegistryRequests {
  /** The store's version tag of the document; null if it has none. */
  version(): Promise<string | null>;
  /** The document, with its version tag. @param hasCopy whether a copy is available */
  document(hasCopy: boolean): Promise<{ readonly text: string; readonly version: string | null }>;
}

/** Requests the store at one address. */
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
