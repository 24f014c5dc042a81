import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { Ports } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import { createAreaData, type AreaData } from './area-data';

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

/** Reads that nobody took by then are let go of: the page asks for itself. Milliseconds. */
const KEPT_FOR = 5_000;

interface AskedReads {
  readonly userId: string;
  readonly page: object;
  readonly data: AreaData;
  /** Resolves when every read has its answer, or has failed. */
  readonly answered: Promise<void>;
}

/** Of the page that comes next; there is one at a time. */
let asked: AskedReads | null = null;

/**
 * Asks for a page's data for the root that will draw it. The second question within a moment, by the mount after the
 * shell's own, is answered by the first.
 *
 * @param page Tells pages apart by identity.
 * @returns resolves when every read has its answer, or has failed; never rejects
 */
export function askAhead(ports: Ports, page: object, reads: PageReads): Promise<void> {
  const { userId } = ports.session.getSnapshot();
  if (asked?.userId === userId && asked.page === page) return asked.answered;
  const data = createAreaData(ports);
  const answers: Promise<void>[] = [];
  reads({ client: data.dataClient, userId, ask: (query) => void answers.push(data.queryClient.prefetchQuery(query)) });
  const answered = Promise.all(answers).then(() => undefined);
  const mine: AskedReads = { userId, page, data, answered };
  asked = mine;
  setTimeout(() => {
    if (asked === mine) asked = null;
  }, KEPT_FOR);
  return answered;
}

/** What was asked for ahead, for the one root that draws it. */
export function takeAsked({ session }: Ports): AreaData | null {
  const found = asked;
  asked = null;
  return found?.userId === session.getSnapshot().userId ? found.data : null;
}
