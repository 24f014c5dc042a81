import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TelemetryPort } from '@nemus/contract';
import type { OpenedRegistry } from '@nemus/registry';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import type { KeyRing } from '../config/key-ring';
import type { RegistryReader } from '../platform/registry-reader';
import { applyStopList } from './apply-stop-list';
import { createCopyKeeper, type KnownCopy, type KnownText, type RegistryCopy } from './registry-copy';
import { createRegistryOpener } from './registry-opener';
import { createRegistryRenewal, type RegistryRenewal } from './registry-renewal';
import { createRegistryRequests } from './registry-requests';
import { LOADING, type RegistryState } from './registry-state';
import { repairRegistry, textOf } from './repair-registry';
import type { StopSource } from './stop-source';

/** The registry of this environment, and when the store is asked for it. */
export interface RegistrySource extends RegistryRenewal {
  readonly store: StoreApi<RegistryState>;
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

/**
 * Reads the registry of this environment. The store is asked first, so that a switched-off area is off at the next
 * visit: for the version alone where it names versions (ETag), and for the document when that is not the one at hand.
 * When the store does not answer, or answers with a document that may not be used, the last known good copy stands in.
 */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { config, keys, stops, telemetry, reader, storage = localStore, now = () => new Date() } = options;
  const { registryUrl, environment } = config;
  /** What was accepted, before stops. */
  const store = createStore<RegistryState>(() => LOADING);
  const set = (state: RegistryState) => store.setState(state, true);
  const requests = createRegistryRequests(options.fetch ?? ((input, init) => fetch(input, init)), registryUrl);
  const opener = createRegistryOpener({ reader, keys, environment, now });
  const copies = createCopyKeeper(storage, registryUrl, (error) =>
    telemetry.report({ name: 'registry-not-kept', message: String(error) }),
  );
  /** What was opened last in this page, as far as it is known when it holds. */
  let atHand: KnownText | null = null;

  async function read(): Promise<void> {
    try {
      const known = knownCopy();
      const version = known && (await requests.version());
      if (known && version === known.known.tag && (await holds(known))) return;
      const copy = copies.read();
      const answer = await requests.document(copy !== null);
      const opened = await opener.open(answer.text, copy?.seen ?? null);
      if (!opened.ok) throw new Error(opened.message);
      // Two names for one version: this store, or what stands before it, cannot be asked for the version alone.
      await accept(opened, copy, known && version !== answer.version ? null : answer.version);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      telemetry.report({ name: 'registry-unusable', message });
      await fallBack(copies.read());
    }
  }

  /** The registry whose version is asked for: the one in force, or at the start the copy. */
  function knownCopy(): KnownCopy | null {
    if (store.getState().document) return atHand && { text: '', known: atHand };
    return copies.readKnown();
  }

  /** The store has the version that was opened before: it counts as it did then, unless time has changed it. */
  async function holds(copy: KnownCopy): Promise<boolean> {
    if (!opener.isInTime(copy.known)) return false;
    const current = store.getState();
    if (current.document) {
      if (current.stale) set({ ...current, stale: false });
      return true;
    }
    const document = await opener.reuse(copy);
    if (!document) return false;
    atHand = copy.known;
    set({ status: 'ready', document, stale: false, refused: [] });
    return true;
  }

  /** @param tag The store's name for this version; null where it cannot be asked for the version alone. */
  async function accept(opened: OpenedRegistry, copy: RegistryCopy | null, tag: string | null): Promise<void> {
    for (const { name, message } of opened.refused) {
      telemetry.report({ name: 'registry-entry-refused', message, data: { entry: name } });
    }
    const repaired = await repairRegistry(opened, copy?.text ?? null, opener.open);
    const text = textOf(repaired);
    atHand = tag !== null && opened.refused.length === 0 ? await opener.describe(opened, text, tag) : null;
    copies.keep({ text, seen: repaired.seen, ...(atHand ? { known: atHand } : {}) });
    set({ status: 'ready', document: repaired.registry, stale: false, refused: repaired.refused });
  }

  /** The store did not help: what this page has stays in force, and at the start the copy stands in. */
  async function fallBack(copy: RegistryCopy | null): Promise<void> {
    const current = store.getState();
    if (current.document) return set({ ...current, stale: true });
    // What could not be read a moment ago may be readable now, or not: nobody waits for the answer twice.
    const opened = copy ? await opener.open(copy.text, null).catch(() => null) : null;
    if (opened?.ok) return set({ status: 'ready', document: opened.registry, stale: true, refused: opened.refused });
    set({ status: 'missing', document: null, stale: true, refused: [] });
  }

  return {
    store: applyStopList(store, stops.store, { required: config.stops?.required ?? false, now }),
    ...createRegistryRenewal(() => Promise.all([read(), stops.refresh()]), now),
  };
}
