import type { OpenedRegistry, RefusedRemote, RegistryDocument, SeenRegistry } from '@nemus/registry';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import type { KeyRing } from '../config/key-ring';
import { withPatience, type TelemetryPort } from '@nemus/contract';
import type { RegistryReader } from '../platform/registry-reader';
import { obeyStops } from './obey-stops';
import { readCopy, readKnownCopy, writeCopy, type KnownCopy, type KnownText, type RegistryCopy } from './registry-copy';
import { VERSION_REQUEST, VERSIONED_KEY, versionOf } from './registry-version';
import type { StopSource } from './stop-source';

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
  readonly config: Pick<PortalConfig, 'registryUrl' | 'environment' | 'stops'>;
  readonly keys: KeyRing;
  /** What operators have stopped: asked for beside the registry, and obeyed before it. */
  readonly stops: StopSource;
  readonly telemetry: TelemetryPort;
  /** What reads documents. Its code may still be on its way, and may not come: then it rejects. */
  readonly reader: () => Promise<RegistryReader>;
  readonly fetch?: typeof fetch;
  readonly storage?: KeyStore;
  readonly now?: () => Date;
}

/** Milliseconds to wait for the store when there is a last known good copy, and when there is none. */
const PATIENCE = { withCopy: 4_000, withoutCopy: 15_000 } as const;

/** How long an answer of the store is good enough to open one area without asking again. Milliseconds. */
const FRESH = 2_000;
/** The same for the area that a visit begins with: on a slow line, the code that draws it comes later than the answer. */
const FRESH_AT_START = 10_000;
/** How long opening an area waits for the registry: longer than a good connection takes, too short to be a wait. */
const RENEWAL_PATIENCE = 700;

/**
 * Reads the registry of this environment. The store is asked first, so that a switched-off area is off at the next
 * visit: for the version alone where it names versions (ETag), and for the document when that is not the one at hand.
 * When the store does not answer, or answers with a document that may not be used, the last known good copy stands in.
 */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { config, keys, stops, telemetry, storage = localStore, now = () => new Date() } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  /** What was accepted, before stops. */
  const store = createStore<RegistryState>(() => ({ status: 'loading', document: null, stale: false, refused: [] }));
  const obeyed = obeyStops(store, stops.store, { required: config.stops?.required ?? false, now });
  let running: Promise<void> | null = null;
  /** When the answer at hand came; null once an area was opened with it. */
  let unusedSince: number | null = null;
  let freshFor: number = FRESH_AT_START;

  /** What was opened last in this page, as far as it is known when it holds. */
  let atHand: KnownText | null = null;

  async function read(): Promise<void> {
    let problem: string;
    try {
      const known = knownCopy();
      const named = known && versionOf(await ask(VERSION_REQUEST, PATIENCE.withCopy));
      if (known && named === known.known.tag && (await holds(known))) return;
      const copy = readCopy(storage, config.registryUrl);
      const answer = await ask({}, copy ? PATIENCE.withCopy : PATIENCE.withoutCopy);
      if (!answer.ok) throw new Error(`The store answered with status ${answer.status} for the registry.`);
      const text = await answer.text();
      const opened = await open(text, copy?.seen ?? null);
      if (opened.ok) {
        reportRefused(opened);
        const repaired = await repair(opened, copy);
        const tag = versionOf(answer);
        // Two names for one version: this store, or what stands before it, cannot be asked for the version alone.
        const isNamed = tag !== null && (!known || named === tag);
        const kept = textOf(repaired);
        atHand = isNamed && opened.refused.length === 0 ? await knownOf(opened, kept, tag) : null;
        keep(kept, repaired.seen);
        store.setState({ status: 'ready', document: repaired.registry, stale: false, refused: repaired.refused }, true);
        return;
      }
      problem = opened.message;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    telemetry.report({ name: 'registry-unusable', message: problem });
    await fallBack(readCopy(storage, config.registryUrl));
  }

  function ask(how: RequestInit, patience: number): Promise<Response> {
    return send(config.registryUrl, { ...how, signal: AbortSignal.timeout(patience) });
  }

  /** The registry whose version is asked for: the one in force, or at the start the copy. */
  function knownCopy(): KnownCopy | null {
    if (store.getState().document) return atHand && { text: '', known: atHand };
    return readKnownCopy(storage, config.registryUrl);
  }

  /** The store has the version that was opened before: it counts as it did then, unless time has changed it. */
  async function holds({ text, known }: KnownCopy): Promise<boolean> {
    const at = now().getTime();
    if (at < known.from || at >= known.until) return false;
    const current = store.getState();
    if (current.document) {
      if (current.stale) store.setState({ ...current, stale: false }, true);
      return true;
    }
    const reader = await options.reader();
    if (known.digest !== (await digestOf(reader, text))) return false;
    const document = reader.readAccepted(text);
    if (!document) return false;
    atHand = known;
    store.setState({ status: 'ready', document, stale: false, refused: [] }, true);
    return true;
  }

  async function knownOf({ registry }: OpenedRegistry, text: string, tag: string): Promise<KnownText | null> {
    const reader = await options.reader();
    const digest = await digestOf(reader, text);
    return digest === null ? null : { tag, digest, ...reader.unchangedSpan(registry, await keys.read(), now()) };
  }

  /** A text and what it is opened with, as one short text; null where the browser cannot make one. */
  function digestOf(reader: RegistryReader, text: string): Promise<string | null> {
    return reader.digestOf(JSON.stringify([config.environment, keys.id, text])).catch(() => null);
  }

  async function fallBack(copy: RegistryCopy | null): Promise<void> {
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
  async function repair(opened: OpenedRegistry, copy: RegistryCopy | null): Promise<OpenedRegistry> {
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
    const [reader, trustedKeys] = await Promise.all([options.reader(), keys.read()]);
    return reader.openRegistry(text, { environment: config.environment, now: now(), trustedKeys, seen });
  }

  function reportRefused({ refused }: OpenedRegistry) {
    for (const { name, message } of refused) {
      telemetry.report({ name: 'registry-entry-refused', message, data: { entry: name } });
    }
  }

  function keep(text: string, seen: SeenRegistry) {
    try {
      writeCopy(storage, { url: config.registryUrl, text, seen, ...(atHand ? { known: atHand } : {}) });
      if (atHand) storage.setItem(VERSIONED_KEY, config.registryUrl);
      else storage.removeItem(VERSIONED_KEY);
    } catch (error) {
      telemetry.report({ name: 'registry-not-kept', message: String(error) });
    }
  }

  function refresh(): Promise<void> {
    if (running) return running;
    running = Promise.all([read(), stops.refresh()]).then(() => {
      running = null;
      // From the answer on: on a slow line, the question is old before there is anything to use.
      unusedSince = now().getTime();
    });
    return running;
  }

  const isFresh = () => !running && unusedSince !== null && now().getTime() - unusedSince < freshFor;

  return {
    store: obeyed,
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
      return withPatience(answer, RENEWAL_PATIENCE);
    },
  };
}

/** The accepted entries as a document, each as it came: that is what was signed. */
function textOf({ registry, raw }: OpenedRegistry): string {
  return JSON.stringify({ ...registry, remotes: registry.remotes.map((remote) => raw.get(remote.name)) });
}
