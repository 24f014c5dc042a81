import { withSeen, type SignedStamp, type StopList } from '@nemus/registry';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TelemetryPort } from '@nemus/contract';
import { z } from 'zod';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import type { RegistryReader } from './registry-reader';
import { STOPS_REQUEST } from '@nemus/start';
import { STOP_LIST_MS } from '@nemus/start/limits';

/** The last usable stop list, with what is needed to detect an older one. */
export const STOPS_KEY = 'nemus.stops';

/** What operators have stopped, as far as this browser knows. */
export interface StopState {
  /**
   * `off`: this portal pins no operator's key. `current`: the store answered with a valid list. `kept`: it did not, and
   * the last seen list stays in force. `unknown`: it did not, and no list was seen before.
   */
  readonly status: 'off' | 'loading' | 'current' | 'kept' | 'unknown';
  readonly list: StopList | null;
  /** Why there is no current list; for operators, in English. */
  readonly problem: string | null;
}

/** Reads the stop list of this environment. */
export interface StopSource {
  readonly store: StoreApi<StopState>;
  /** Refreshes. Resolves when the state is up to date; never rejects. */
  refresh(): Promise<void>;
}

const keptSchema = z.object({
  text: z.string(),
  seen: z.array(z.object({ keyId: z.string(), serial: z.number(), issuedAt: z.string() })),
});
type Kept = z.infer<typeof keptSchema>;

/**
 * The stop list, signed by an operator. A missing, outdated or badly signed one changes nothing: earlier stops stay,
 * and nothing else closes. Telemetry and `/diagnose` report it.
 */
export function createStopSource({
  config: { stops, environment },
  telemetry,
  reader,
  send = (input, init) => fetch(input, init),
  storage = localStore,
  now = () => new Date(),
}: {
  readonly config: Pick<PortalConfig, 'stops' | 'environment'>;
  readonly telemetry: TelemetryPort;
  /** What reads documents. Its code may still be loading, and rejects if it fails to. */
  readonly reader: () => Promise<Pick<RegistryReader, 'openStopList'>>;
  readonly send?: typeof fetch;
  readonly storage?: KeyStore;
  readonly now?: () => Date;
}): StopSource {
  const store = createStore<StopState>(() => ({ status: stops ? 'loading' : 'off', list: null, problem: null }));
  if (!stops) return { store, refresh: () => Promise.resolve() };
  const { url, keys } = stops;
  const trust = () => ({ environment, keys, now: now() });

  async function read(): Promise<StopList> {
    const answer = await send(url, { ...STOPS_REQUEST, signal: AbortSignal.timeout(STOP_LIST_MS) });
    if (!answer.ok) throw new Error(`The store answered with status ${answer.status} for the stop list.`);
    const text = await answer.text();
    const { openStopList } = await reader();
    const seen = readKept(storage)?.seen ?? [];
    const opened = await openStopList(text, { ...trust(), seen });
    if (!opened.ok) throw new Error(opened.message);
    const { serial, issuedAt, signature } = opened.list;
    keep(text, withSeen({ keyId: signature.keyId, serial, issuedAt }, seen, keys));
    return opened.list;
  }

  function keep(text: string, seen: SignedStamp[]) {
    const value = JSON.stringify({ text, seen } satisfies Kept);
    if (storage.getItem(STOPS_KEY) !== value) storage.setItem(STOPS_KEY, value);
  }

  /** The last accepted list, from this page or an earlier one of this browser. */
  async function lastGood(): Promise<StopList | null> {
    const kept = readKept(storage);
    const { list } = store.getState();
    if (!kept) return list;
    const { openStopList } = await reader();
    const opened = await openStopList(kept.text, { ...trust(), kept: true });
    return opened.ok ? opened.list : list;
  }

  return {
    store,
    refresh: async () => {
      try {
        const list = await read();
        store.setState({ status: 'current', list, problem: null });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        if (store.getState().problem !== problem) telemetry.report({ name: 'stop-list-unusable', message: problem });
        // The failing code may be the one that checks signatures.
        const list = await lastGood().catch(() => store.getState().list);
        store.setState({ status: list ? 'kept' : 'unknown', list, problem });
      }
    },
  };
}

function readKept(storage: KeyStore): Kept | null {
  try {
    return keptSchema.safeParse(JSON.parse(storage.getItem(STOPS_KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
