import { useQueries, type QueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '@nemus/contract/react';
import type { DataClient } from '@nemus/data';
import { useDataClient } from '../reads/data-client';

/** What the reads of a page are made of. What depends on more than the account is left to the page. */
export interface ReadsContext {
  readonly client: DataClient;
  readonly userId: string;
}

/**
 * Asks early for what a page shows first, into the cache of its root. A page's module exports it as `reads`. Resolves
 * when every read has its answer, or has failed; never rejects.
 */
export type PageReads = (context: ReadsContext, cache: QueryClient) => Promise<void>;

/** The reads of a page, each under the name by which the page has its answer; `T` says what they answer with. */
type Queries<T> = { readonly [Name in keyof T]: UseQueryOptions<T[Name], Error, T[Name], string[]> };

/** One declaration in both its forms. */
export interface DeclaredReads<T> {
  /** Exported by the page's module, for the early start. */
  readonly reads: PageReads;
  /** The answers, for the page and its parts: those that were asked for early, or else asked for now. */
  readonly usePageReads: () => { readonly [Name in keyof T]: UseQueryResult<T[Name]> };
}

/**
 * Declares once what a page shows first. The early start asks for it before the page is drawn, and the page has its
 * answers from nowhere else, so that the two cannot differ.
 *
 * @example
 * export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
 *   bookings: bookingsQuery(client, userId),
 * }));
 *
 * export default function BookingsPage() {
 *   const { bookings } = usePageReads();
 */
export function pageReads<T>(declare: (context: ReadsContext) => Queries<T>): DeclaredReads<T>;
// Names and answers are paired by their order, which types cannot say: the signature above says it.
export function pageReads(declare: (context: ReadsContext) => Queries<Record<string, unknown>>) {
  const reads: PageReads = async (context, cache) => {
    await Promise.all(Object.values(declare(context)).map((query) => cache.prefetchQuery(query)));
  };
  function usePageReads() {
    const client = useDataClient();
    const { userId } = useSession();
    const queries = declare({ client, userId });
    const names = Object.keys(queries);
    const answers = useQueries({ queries: Object.values(queries) });
    return Object.fromEntries(answers.map((answer, place) => [names[place] ?? place, answer]));
  }
  return { reads, usePageReads };
}
