import {
  PORTAL_EVENT_NAMES,
  type EventsPort,
  type KeptRead,
  type KeptReadsPort,
  type PortalEventName,
} from '@nemus/contract';

/** Maximum number of reads; the least recently used ones are dropped. */
const MOST = 100;
/** Maximum age of a read, in milliseconds. The area refetches in any case. */
const OLDEST_MS = 30 * 60_000;

/** The page's in-memory cache of what areas have read. */
export interface KeptReads {
  /** For one mount, and the current account: after {@link clear} it stores and returns nothing. */
  portOfAccount(): KeptReadsPort;
  /** Drops everything: the account, or what it may see, has changed. */
  clear(): void;
}

interface Kept extends KeptRead {
  readonly shape: string;
}

/** Caches what areas have read until an event, its age or the end of the session. */
export function createKeptReads(events: Pick<EventsPort, 'subscribe'>): KeptReads {
  let ofAccount = new ReadsOfAccount();
  // For the lifetime of the page.
  for (const name of PORTAL_EVENT_NAMES) events.subscribe(name, () => ofAccount.endWith(name));
  return {
    portOfAccount() {
      const reads = ofAccount;
      // A root is unmounted after its account has ended: its reads are then dropped.
      const isOver = () => reads !== ofAccount;
      return {
        take: (shape) => (isOver() ? [] : reads.take(shape)),
        keep: (shape, more) => (isOver() ? undefined : reads.keep(shape, more)),
      };
    },
    clear() {
      ofAccount = new ReadsOfAccount();
    },
  };
}

class ReadsOfAccount implements KeptReadsPort {
  /** In order of last use. */
  readonly #kept = new Map<string, Kept>();

  take(shape: string): readonly KeptRead[] {
    const since = Date.now() - OLDEST_MS;
    for (const [id, read] of this.#kept) if (read.readAt < since) this.#kept.delete(id);
    const found = [...this.#kept.values()].filter((read) => read.shape === shape);
    for (const read of found) this.#put(read);
    return found;
  }

  keep(shape: string, reads: readonly KeptRead[]) {
    for (const read of reads) this.#put({ ...read, shape });
    for (const id of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - MOST))) this.#kept.delete(id);
  }

  /** Drops what an event may have changed. */
  endWith(name: PortalEventName) {
    for (const [id, read] of this.#kept) if (read.endsWith.includes(name)) this.#kept.delete(id);
  }

  #put(read: Kept) {
    const id = JSON.stringify([read.shape, ...read.key]);
    this.#kept.delete(id);
    this.#kept.set(id, read);
  }
}
