import type { Ports } from '@nemus/contract';
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
    const made = prepared(createAreaData(ports), userId);
    this.#next = made;
    setTimeout(() => {
      if (this.#next === made) this.#next = null;
    }, PAGE_DATA_KEPT_MS);
    return made;
  }

  /** Hands the data to its root, once; null when there is none of this account. */
  take({ session }: Ports): AreaData | null {
    const found = this.#next;
    this.#next = null;
    return found?.userId === session.getSnapshot().userId ? found.data : null;
  }
}

function prepared(data: AreaData, userId: string): Prepared {
  const { dataClient: client, queryClient } = data;
  const asked = new Map<object, Promise<void>>();
  return {
    userId,
    data,
    ask(page, reads) {
      const known = asked.get(page);
      if (known) return known;
      const answered = reads({ client, userId }, queryClient);
      asked.set(page, answered);
      return answered;
    },
  };
}
