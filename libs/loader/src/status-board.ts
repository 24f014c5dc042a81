import type { FailureKind } from '@nemus/contract';
import type { MissingNames } from '@nemus/registry';
import type { AreaSource } from './load-target';
import type { AreaPhase } from './state';
import type { LoaderEvent } from './telemetry';

/** State of an area. */
export interface RemoteStatus {
  readonly phase: AreaPhase;
  /** Release that is shown or being tried; null before one was chosen. */
  readonly version: string | null;
  /** Source of that release. */
  readonly source: AreaSource | null;
  /** Milliseconds from the request for the area to its code, at its last start; null before. */
  readonly loadMs: number | null;
  /** Milliseconds from there to its first screen. */
  readonly mountMs: number | null;
  /** The last failure of this session, even if overcome. */
  readonly lastFailure: {
    readonly kind: FailureKind;
    readonly supportId: string;
    readonly version: string | null;
    /** What the version uses and this shell does not have, when that was the failure. */
    readonly missing?: readonly MissingNames[];
  } | null;
}

/** Keeps the state of every area that was requested, for status displays. Pages only; slots get their own. */
export class StatusBoard {
  #snapshot: Readonly<Record<string, RemoteStatus>> = {};
  readonly #listeners = new Set<() => void>();

  getSnapshot(): Readonly<Record<string, RemoteStatus>> {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  note(event: LoaderEvent) {
    if (event.expose !== './app' || event.name === 'trouble' || event.name === 'ahead') return;
    const before = this.#snapshot[event.remote] ?? NEW;
    const { version, source } = event;
    const after: RemoteStatus =
      event.name === 'phase'
        ? { ...before, phase: event.phase, version, source, ...timesOf(event.phase, event.ms, before) }
        : { ...before, version, source, lastFailure: failureOf(event) };
    this.#snapshot = { ...this.#snapshot, [event.remote]: after };
    for (const listener of this.#listeners) listener();
  }
}

function failureOf(event: LoaderEvent & { name: 'failure' }): RemoteStatus['lastFailure'] {
  const { kind, supportId, version, missing } = event;
  return { kind, supportId, version, ...(missing ? { missing } : {}) };
}

const NEW: RemoteStatus = {
  phase: 'resolving',
  version: null,
  source: null,
  loadMs: null,
  mountMs: null,
  lastFailure: null,
};

function timesOf(phase: AreaPhase, ms: number, { loadMs, mountMs }: RemoteStatus) {
  if (phase === 'mounting') return { loadMs: ms, mountMs: null };
  if (phase === 'ready') return { loadMs, mountMs: ms - (loadMs ?? ms) };
  return { loadMs, mountMs };
}
