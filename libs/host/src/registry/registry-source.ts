import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TelemetryPort } from '@nemus/contract';
import type { OpenedRegistry } from '@nemus/registry';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import type { KeyRing } from '../config/key-ring';
import type { RegistryReader } from './registry-reader';
import { applyStopList } from './apply-stop-list';
import { createCopyKeeper, type KnownCopy, type KnownText, type RegistryCopy } from './registry-copy';
import { createRegistryOpener } from './registry-opener';
import { createRegistryRenewal, type RegistryRenewal } from './registry-renewal';
import { createRegistryRequests } from './registry-requests';
import { LOADING, type RegistryState } from './registry-state';
import { repairRegistry, textOf } from './repair-registry';
import type { StopSource } from './stop-source';

/** The registry of this environment, and when it is requested. */
export interface RegistrySource extends RegistryRenewal {
  readonly store: StoreApi<RegistryState>;
}

export interface RegistrySourceOptions {
  readonly config: Pick<PortalConfig, 'registryUrl' | 'environment' | 'stops'>;
  readonly keys: KeyRing;
  /** What operators have stopped: requested in parallel, and applied first. */
  readonly stops: StopSource;
  readonly telemetry: TelemetryPort;
  /** What reads documents. Its code may still be loading, and rejects if it fails to. */
  readonly reader: () => Promise<RegistryReader>;
  readonly fetch?: typeof fetch;
  readonly storage?: KeyStore;
  readonly now?: () => Date;
}

/**
 * Reads the registry of this environment. The store is requested first, so that a switched-off area is off at the next
 * visit: only the version if the store has version tags (ETag), and the document if that differs. When the store does
 * not answer, or its document is unusable, the last known good copy is used.
 */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { config, keys, stops, telemetry, reader, storage = localStore, now = () => new Date() } = options;
  const { registryUrl, environment } = config;
  /** The accepted registry, before stops. */
  const store = createStore<RegistryState>(() => LOADING);
  const set = (state: RegistryState) => store.setState(state, true);
  const requests = createRegistryRequests(options.fetch ?? ((input, init) => fetch(input, init)), registryUrl);
  const opener = createRegistryOpener({ reader, keys, environment, now });
  const copies = createCopyKeeper(storage, registryUrl, (error) =>
    telemetry.report({ name: 'registry-not-kept', message: String(error) }),
  );
  /** What was last opened in this page, if its validity is known. */
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
      // Two tags for one version: this store, or a proxy, cannot be asked for the version only.
      await accept(opened, copy, known && version !== answer.version ? null : answer.version);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      telemetry.report({ name: 'registry-unusable', message });
      await fallBack(copies.read());
    }
  }

  /** The registry whose version is requested: the current one, or at the start the copy. */
  function knownCopy(): KnownCopy | null {
    if (store.getState().document) return atHand && { text: '', known: atHand };
    return copies.readKnown();
  }

  /** The store has the version that was opened before: it is still valid, unless time has changed that. */
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

  /** @param tag The store's version tag; null when it cannot be asked for the version only. */
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

  /** The store failed: this page's registry stays, and at the start the copy is used. */
  async function fallBack(copy: RegistryCopy | null): Promise<void> {
    const current = store.getState();
    if (current.document) return set({ ...current, stale: true });
    // What just failed may work now; but do not wait for the answer twice.
    const opened = copy ? await opener.open(copy.text, null).catch(() => null) : null;
    if (opened?.ok) return set({ status: 'ready', document: opened.registry, stale: true, refused: opened.refused });
    set({ status: 'missing', document: null, stale: true, refused: [] });
  }

  return {
    store: applyStopList(store, stops.store, { required: config.stops?.required ?? false, now }),
    ...createRegistryRenewal(() => Promise.all([read(), stops.refresh()]), now),
  };
}
