import { PORTAL_EVENT_NAMES, type Ports } from '@nemus/contract';
import { PAGE_DATA_KEPT_MS } from '@nemus/start/limits';
import { createAreaData, type AreaData } from '../reads/area-data';
import type { PageReads } from './page-reads';

/** What the root that is mounted next reads with, while it is not there yet. */
export interface PreparedData {
  /**
   * Asks for what a page shows first; for the same page once. What the root asks for itself meanwhile is the same
   * question.
   *
   * @param page tells pages apart by identity
   * @returns resolves when every read has its answer, or has failed; never rejects
   */
  ask(page: object, reads: PageReads): Promise<void>;
}

interface Prepared extends PreparedData {
  readonly userId: string;
  readonly data: AreaData;
  /** Nobody needs to hear any more whether it is out of date. */
  readonly stopHearing: () => void;
}

/**
 * Hands data from the early start to the root of an area that is mounted next. An area has one, and at most one root's
 * data waits in it.
 */
export class EarlyData {
  #next: Prepared | null = null;

  /**
   * The data of the next root, before it is there: made when its mount begins, or earlier. Asked for before the page's
   * code is there, since a root does not wait long for code.
   */
  prepare(ports: Ports): PreparedData {
    const { userId } = ports.session.getSnapshot();
    if (this.#next?.userId === userId) return this.#next;
    const drop = () => {
      if (this.#next === made) this.#replace(null);
    };
    // A root hears itself what has changed. Until there is one, an answer may be one of before the change.
    const made = prepared(createAreaData(ports), ports.session, hearEvents(ports, drop));
    this.#replace(made);
    setTimeout(drop, PAGE_DATA_KEPT_MS);
    return made;
  }

  /** Hands the data to its root, once; null when there is none of this account. */
  take({ session }: Ports): AreaData | null {
    const found = this.#next;
    this.#replace(null);
    return found?.userId === session.getSnapshot().userId ? found.data : null;
  }

  #replace(next: Prepared | null) {
    this.#next?.stopHearing();
    this.#next = next;
  }
}

/** Hears of every change that areas tell each other. Returns what ends it. */
function hearEvents({ events }: Ports, changed: () => void): () => void {
  const stops = PORTAL_EVENT_NAMES.map((name) => {
    try {
      return events.subscribe(name, changed);
    } catch {
      // A shell of a contract before this event: nobody publishes it there either.
      return () => undefined;
    }
  });
  return () => stops.forEach((stop) => stop());
}

function prepared(data: AreaData, session: Ports['session'], stopHearing: () => void): Prepared {
  const { userId } = session.getSnapshot();
  const { dataClient: client, queryClient } = data;
  const asked = new Map<object, Promise<void>>();
  return {
    userId,
    data,
    stopHearing,
    ask(page, reads) {
      const known = asked.get(page);
      if (known) return known;
      const userType = session.getSnapshot().profile?.userType;
      const answered = reads({ client, userId, userType }, queryClient);
      asked.set(page, answered);
      return answered;
    },
  };
}
