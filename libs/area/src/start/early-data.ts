import { PORTAL_EVENT_NAMES, type Ports } from '@nemus/contract';
import { PAGE_DATA_KEPT_MS } from '@nemus/start/limits';
import { createAreaData, type AreaData } from '../reads/area-data';
import type { PageReads } from './page-reads';

/** Data access of the root that is mounted next, before it exists. */
export interface PreparedData {
  /**
   * Requests the first reads of a page, once per page. The root's own requests meanwhile are the same queries.
   *
   * @param page identifies the page by identity
   * @returns resolves when every read was answered or failed; never rejects
   */
  ask(page: object, reads: PageReads): Promise<void>;
}

interface Prepared extends PreparedData {
  readonly userId: string;
  readonly data: AreaData;
  /** Without a root, staleness does not matter any more. */
  readonly stopHearing: () => void;
}

/**
 * Passes data of the early start to the area's next root. An area has one instance, which holds the data of at most one
 * root.
 */
export class EarlyData {
  #next: Prepared | null = null;

  /**
   * The data of the next root, before it exists: created when its mount begins, or earlier. Requested before the page's
   * code has loaded, since a root does not wait long for code.
   */
  prepare(ports: Ports): PreparedData {
    const { userId } = ports.session.getSnapshot();
    if (this.#next?.userId === userId) return this.#next;
    const drop = () => {
      if (this.#next === made) this.#replace(null);
    };
    // A root notices changes itself. Until there is one, an answer may predate a change.
    const made = prepared(createAreaData(ports), ports, hearEvents(ports, drop));
    this.#replace(made);
    setTimeout(drop, PAGE_DATA_KEPT_MS);
    return made;
  }

  /** Passes the data to its root, once; null when there is none for this account. */
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

/** Listens to every change event of areas. Returns a function that stops it. */
function hearEvents({ events }: Ports, changed: () => void): () => void {
  const stops = PORTAL_EVENT_NAMES.map((name) => {
    try {
      return events.subscribe(name, changed);
    } catch {
      // A shell of a contract before this event: it is never published there.
      return () => undefined;
    }
  });
  return () => stops.forEach((stop) => stop());
}

function prepared(data: AreaData, { session, navigation }: Ports, stopHearing: () => void): Prepared {
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
      const { search } = navigation.getLocation();
      const answered = reads({ client, userId, userType, search }, queryClient);
      asked.set(page, answered);
      return answered;
    },
  };
}
