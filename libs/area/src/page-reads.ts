import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { Ports } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import { createAreaData, type AreaData } from './reads/area-data';

/** What the reads of a page are made of. */
export interface ReadsContext {
  readonly client: DataClient;
  readonly userId: string;
  /** Asks for what the page's `useQuery` will ask for: the same options. */
  ask<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): void;
}

/**
 * Asks for what a page shows first, before the page is drawn. A page module exports it as `reads`; what depends on more
 * than the account is left to the page.
 *
 * @example
 * export const reads: PageReads = ({ ask, client, userId }) => ask(bookingsQuery(client, userId));
 */
export type PageReads = (context: ReadsContext) => void;

/** After this many milliseconds, data that no root has taken is dropped, and the page requests its own. */
const KEPT_FOR = 5_000;

/** What the root that is mounted next reads with. */
export interface ComingData {
  /**
   * Asks for what a page shows first; for a page that was asked for, once. What the root asks for itself meanwhile is
   * the same question.
   *
   * @param page tells pages apart by identity
   * @returns resolves when every read has its answer, or has failed; never rejects
   */
  ask(page: object, reads: PageReads): Promise<void>;
}

interface Coming extends ComingData {
  readonly userId: string;
  readonly data: AreaData;
}

/** Data requested ahead for the next root; a page has one at a time. */
let coming: Coming | null = null;

/**
 * The data of the root that is mounted next, before it is there: made when its mount begins, or when the shell prepares
 * for it. Asked before the page's code is there, since a root does not wait long for code.
 */
export function comingData(ports: Ports): ComingData {
  const { userId } = ports.session.getSnapshot();
  if (coming?.userId === userId) return coming;
  const made = makeComing(createAreaData(ports), userId);
  coming = made;
  setTimeout(() => {
    if (coming === made) coming = null;
  }, KEPT_FOR);
  return made;
}

/** Hands the data to its root, once. */
export function takeComing({ session }: Ports): AreaData | null {
  const found = coming;
  coming = null;
  return found?.userId === session.getSnapshot().userId ? found.data : null;
}

function makeComing(data: AreaData, userId: string): Coming {
  const { dataClient: client, queryClient } = data;
  const asked = new Map<object, Promise<void>>();
  return {
    userId,
    data,
    ask(page, reads) {
      const known = asked.get(page);
      if (known) return known;
      const answers: Promise<void>[] = [];
      reads({ client, userId, ask: (query) => void answers.push(queryClient.prefetchQuery(query)) });
      const answered = Promise.all(answers).then(() => undefined);
      asked.set(page, answered);
      return answered;
    },
  };
}
