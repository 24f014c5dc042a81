import {
  PORTAL_EVENT_NAMES,
  type EventsPort,
  type KeptRead,
  type KeptReadsPort,
  type PortalEventName,
} from '@nemus/contract';

/** Reads that are kept at the same time; those that were not taken for the longest go first. */
const MOST = 100;
/** How old a read may get; in milliseconds. Behind it the area asks anew in any case. */
const OLDEST_MS = 30 * 60_000;

/** The one cache of what areas have read, in the memory of this page. */
export interface KeptReads {
  /** For one mount. It belongs to the account of now: after {@link clear} it keeps and gives nothing. */
  portOfAccount(): KeptReadsPort;
  /** Lets go of everything: the account, or what it may see, has changed. */
  clear(): void;
}

interface Kept extends KeptRead {
  readonly shape: string;
}

/** Keeps what areas have read until an event, its age or the end of the session ends it. */
export function createKeptReads(events: Pick<EventsPort, 'subscribe'>): KeptReads {
  let ofAccount = new ReadsOfAccount();
  // For as long as the page lives.
  for (const name of PORTAL_EVENT_NAMES) events.subscribe(name, () => ofAccount.endWith(name));
  return {
    portOfAccount() {
      const reads = ofAccount;
      // A root that goes with its account is unmounted after the account: what it keeps then is nobody's.
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
  /** In the order of their last use. */
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

  /** Lets go of what an event may have changed. */
  endWith(name: PortalEventName) {
    for (const [id, read] of this.#kept) if (read.endsWith.includes(name)) this.#kept.delete(id);
  }

  #put(read: Kept) {
    const id = JSON.stringify([read.shape, ...read.key]);
    this.#kept.delete(id);
    this.#kept.set(id, read);
  }
}
