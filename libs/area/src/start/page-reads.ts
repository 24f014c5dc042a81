import { useQueries, type QueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { UserType } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { useLocation } from 'react-router-dom';
import type { DataClient } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { kept } from '../reads/kept-reads';

/** What a page's reads depend on. Reads that depend on more are left to the page. */
export interface ReadsContext {
  readonly client: DataClient;
  readonly userId: string;
  /** The account's type, for the early start; undefined until its profile is known. */
  readonly userType?: UserType | undefined;
  /** The query of the page's address, with its leading `?`; empty without one. */
  readonly search: string;
}

/**
 * Prefetches the first reads of a page into the cache of its root. A page's module exports it as `reads`. Resolves when
 * every read was answered or failed; never rejects.
 */
export type PageReads = (context: ReadsContext, cache: QueryClient) => Promise<void>;

/** The reads of a page by name; `T` has the types of their answers. */
type Queries<T> = { readonly [Name in keyof T]: UseQueryOptions<T[Name], Error, T[Name], string[]> };

/** Options of a page's reads. */
export interface PageReadsOptions {
  /**
   * Whether the reopened page shows its last data at once, and refetches in the background; true by default. False for
   * pages with forms: a field must not be replaced unnoticed.
   */
  readonly kept?: boolean;
  /** For a page of one account type: nothing is prefetched for others. */
  readonly userType?: UserType;
}

/** One declaration in both its forms. */
export interface DeclaredReads<T> {
  /** Exported by the page's module, for the early start. */
  readonly reads: PageReads;
  /** The answers, for the page and its parts: prefetched, or requested now. */
  readonly usePageReads: () => { readonly [Name in keyof T]: UseQueryResult<T[Name]> };
}

/**
 * Declares the first reads of a page. The early start prefetches them, and the page gets its answers only from here, so
 * the two cannot differ.
 *
 * @example
 * export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
 *   bookings: bookingsQuery(client, userId),
 * }));
 *
 * export default function BookingsPage() {
 *   const { bookings } = usePageReads();
 */
export function pageReads<T>(
  declare: (context: ReadsContext) => Queries<T>,
  options?: PageReadsOptions,
): DeclaredReads<T>;
// Names and answers are paired by order, which the signature above types.
export function pageReads(
  declareReads: (context: ReadsContext) => Queries<Record<string, unknown>>,
  { kept: isKept = true, userType }: PageReadsOptions = {},
) {
  const declare = (context: ReadsContext) =>
    Object.entries(declareReads(context)).map(([name, query]) => ({
      name,
      query: isKept ? kept(query) : query,
    }));
  const reads: PageReads = async (context, cache) => {
    if (userType && context.userType !== userType) return;
    await Promise.all(
      declare(context).map(({ query }) => {
        const asked = cache.prefetchQuery(query);
        // Kept data is shown without a wait.
        return cache.getQueryData(query.queryKey) === undefined ? asked : null;
      }),
    );
  };
  function usePageReads() {
    const client = useDataClient();
    const { userId } = useSession();
    const { search } = useLocation();
    const declared = declare({ client, userId, search });
    const answers = useQueries({ queries: declared.map(({ query }) => query) });
    return Object.fromEntries(answers.map((answer, place) => [declared[place]?.name ?? place, answer]));
  }
  return { reads, usePageReads };
}
