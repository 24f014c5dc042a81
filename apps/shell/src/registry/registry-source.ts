import type { OpenedRegistry, openRegistry, RefusedRemote, RegistryDocument, SeenRegistry } from '@nemus/registry';
import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import type { TelemetryPort } from '@nemus/contract';

/** The registry as the shell has it. */
export interface RegistryState {
  /** `missing`: neither the store nor this browser has one that may be used. */
  readonly status: 'loading' | 'ready' | 'missing';
  readonly document: RegistryDocument | null;
  /** The store did not answer; the document is the last one that did. */
  readonly stale: boolean;
  /** Areas that are left out, since neither their entry nor the last good one may be used. */
  readonly refused: readonly RefusedRemote[];
}

export interface RegistrySource {
  readonly store: StoreApi<RegistryState>;
  /** Asks the store again. Resolves when the state is up to date; never rejects. */
  refresh(): Promise<void>;
  /**
   * Before an area is opened: asks the store again, so that what was promoted, taken back or switched off counts from
   * this navigation on. Null when the store answered just now and nothing was opened since; otherwise resolves with the answer, or without it when
   * that takes too long to wait for.
   */
  renew(): Promise<void> | null;
  /** Somebody is about to open an area: asks the store now, so that `renew` need not wait. Nothing when it has just answered. */
  askAhead(): void;
}

export interface RegistrySourceOptions {
  readonly config: Pick<PortalConfig, 'registryUrl' | 'environment' | 'trustedKeys'>;
  readonly telemetry: TelemetryPort;
  /** Reads a document. Its code may still be on its way, and may not come: then it rejects. */
  readonly open: (...parameters: Parameters<typeof openRegistry>) => ReturnType<typeof openRegistry>;
  readonly fetch?: typeof fetch;
  readonly storage?: KeyStore;
  readonly now?: () => Date;
}

/** The last registry that could be used, for the time when the store does not answer. */
export const REGISTRY_KEY = 'nemus.registry';

/** Milliseconds to wait for the store when there is a last known good copy, and when there is none. */
const PATIENCE = { withCopy: 4_000, withoutCopy: 15_000 } as const;

/** How long an answer of the store is good enough to open one area without asking again. Milliseconds. */
const FRESH = 2_000;
/** The same for the area that a visit begins with: on a slow line, the code that draws it comes later than the answer. */
const FRESH_AT_START = 10_000;
/** How long opening an area waits for the registry: longer than a good connection takes, too short to be a wait. */
const RENEWAL_PATIENCE = 700;

const stampSchema = z.object({ revision: z.number(), issuedAt: z.string() });
const copySchema = z.object({
  url: z.string(),
  text: z.string(),
  seen: stampSchema.extend({ entries: z.record(z.string(), stampSchema) }),
});
type Copy = z.infer<typeof copySchema>;

/**
 * Reads the registry of this environment. The store is asked first, so that a switched-off area is off at the next
 * visit; the browser's own HTTP cache turns the question into a conditional one (ETag). When the store does not
 * answer, or answers with a document that may not be used, the last known good copy stands in.
 */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { config, telemetry, storage = localStore, now = () => new Date() } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const store = createStore<RegistryState>(() => ({ status: 'loading', document: null, stale: false, refused: [] }));
  let running: Promise<void> | null = null;
  /** When the answer at hand came; null once an area was opened with it. */
  let unusedSince: number | null = null;
  let freshFor: number = FRESH_AT_START;

  async function read(): Promise<void> {
    const copy = readCopy(storage, config.registryUrl);
    let problem: string;
    try {
      const text = await fetchText(send, config.registryUrl, copy ? PATIENCE.withCopy : PATIENCE.withoutCopy);
      const opened = await open(text, copy?.seen ?? null);
      if (opened.ok) {
        reportRefused(opened);
        const repaired = await repair(opened, copy);
        keep(textOf(repaired), repaired.seen);
        store.setState({ status: 'ready', document: repaired.registry, stale: false, refused: repaired.refused }, true);
        return;
      }
      problem = opened.message;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    telemetry.report({ name: 'registry-unusable', message: problem });
    await fallBack(copy);
  }

  async function fallBack(copy: Copy | null): Promise<void> {
    const current = store.getState();
    if (current.document) {
      store.setState({ ...current, stale: true }, true);
      return;
    }
    // What could not be read a moment ago may be readable now, or not: nobody waits for the answer twice.
    const opened = copy ? await open(copy.text, null).catch(() => null) : null;
    if (opened?.ok) {
      store.setState({ status: 'ready', document: opened.registry, stale: true, refused: opened.refused }, true);
    } else {
      store.setState({ status: 'missing', document: null, stale: true, refused: [] }, true);
    }
  }

  /** Puts the last good entries in the place of refused ones, as far as they may be used still. */
  async function repair(opened: OpenedRegistry, copy: Copy | null): Promise<OpenedRegistry> {
    const names = new Set(opened.refused.map(({ name }) => name));
    const last = names.size > 0 && copy ? await open(copy.text, null) : null;
    const lastGood = last?.ok ? [...last.raw].filter(([name]) => names.has(name)) : [];
    if (lastGood.length === 0) return opened;
    const accepted = opened.registry.remotes.flatMap(({ name }) => opened.raw.get(name) ?? []);
    const text = JSON.stringify({ ...opened.registry, remotes: [...accepted, ...lastGood.map(([, raw]) => raw)] });
    const repaired = await open(text, opened.seen);
    if (!repaired.ok) return opened;
    const has = (wanted: string) => repaired.registry.remotes.some(({ name }) => name === wanted);
    return { ...repaired, refused: opened.refused.filter(({ name }) => !has(name)) };
  }

  async function open(text: string, seen: SeenRegistry | null) {
    const { environment, trustedKeys } = config;
    return options.open(text, { environment, now: now(), trustedKeys, seen });
  }

  function reportRefused({ refused }: OpenedRegistry) {
    for (const { name, message } of refused) {
      telemetry.report({ name: 'registry-entry-refused', message, data: { entry: name } });
    }
  }

  function keep(text: string, seen: SeenRegistry) {
    try {
      storage.setItem(REGISTRY_KEY, JSON.stringify({ url: config.registryUrl, text, seen } satisfies Copy));
    } catch (error) {
      telemetry.report({ name: 'registry-not-kept', message: String(error) });
    }
  }

  function refresh(): Promise<void> {
    if (running) return running;
    running = read().finally(() => {
      running = null;
      // From the answer on: on a slow line, the question is old before there is anything to use.
      unusedSince = now().getTime();
    });
    return running;
  }

  const isFresh = () => !running && unusedSince !== null && now().getTime() - unusedSince < freshFor;

  return {
    store,
    refresh,
    askAhead: () => {
      if (!isFresh()) void refresh();
    },
    renew: () => {
      const answer = isFresh() ? null : refresh();
      unusedSince = null;
      freshFor = FRESH;
      if (answer === null) return null;
      void answer.then(() => (unusedSince = null));
      return Promise.race([answer, new Promise<void>((resolve) => setTimeout(resolve, RENEWAL_PATIENCE))]);
    },
  };
}

/** The accepted entries as a document, each as it came: that is what was signed. */
function textOf({ registry, raw }: OpenedRegistry): string {
  return JSON.stringify({ ...registry, remotes: registry.remotes.map((remote) => raw.get(remote.name)) });
}

async function fetchText(send: typeof fetch, url: string, patience: number): Promise<string> {
  const answer = await send(url, { signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`The store answered with status ${answer.status} for the registry.`);
  return answer.text();
}

function readCopy(storage: KeyStore, url: string): Copy | null {
  const text = storage.getItem(REGISTRY_KEY);
  if (text === null) return null;
  try {
    const parsed = copySchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.url === url ? parsed.data : null;
  } catch {
    return null;
  }
}
