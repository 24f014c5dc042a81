import { VERSION_REQUEST, versionOf } from './registry-version';

/** Milliseconds to wait for the store when there is a last known good copy, and when there is none. */
const PATIENCE = { withCopy: 4_000, withoutCopy: 15_000 } as const;

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
    version: async () => versionOf(await ask(VERSION_REQUEST, PATIENCE.withCopy)),
    document: async (hasCopy) => {
      const answer = await ask({}, hasCopy ? PATIENCE.withCopy : PATIENCE.withoutCopy);
      if (!answer.ok) throw new Error(`The store answered with status ${answer.status} for the registry.`);
      return { text: await answer.text(), version: versionOf(answer) };
    },
  };
}
