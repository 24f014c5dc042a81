import { useQueries, type QueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { UserType } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import type { DataClient } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { kept } from '../reads/kept-reads';

/** What the reads of a page are made of. What depends on more than the account is left to the page. */
export interface ReadsContext {
  readonly client: DataClient;
  readonly userId: string;
  /** The account's type, for the early start; nothing while its profile is not known. */
  readonly userType?: UserType | undefined;
}

/**
 * Asks early for what a page shows first, into the cache of its root. A page's module exports it as `reads`. Resolves
 * when every read has its answer, or has failed; never rejects.
 */
export type PageReads = (context: ReadsContext, cache: QueryClient) => Promise<void>;

/** The reads of a page, each under the name by which the page has its answer; `T` says what they answer with. */
type Queries<T> = { readonly [Name in keyof T]: UseQueryOptions<T[Name], Error, T[Name], string[]> };

/** How a page wants its reads. */
export interface PageReadsOptions {
  /**
   * Whether the page, opened again, shows at once what it showed last, and asks behind it; unless false, it does. For a
   * page of forms false: what stands in a field is not replaced behind the reader.
   */
  readonly kept?: boolean;
  /** For a page that shows its reads to one account type alone: for others nothing is asked early. */
  readonly userType?: UserType;
}

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
export function pageReads<T>(
  declare: (context: ReadsContext) => Queries<T>,
  options?: PageReadsOptions,
): DeclaredReads<T>;
// Names and answers are paired by their order, which types cannot say: the signature above says it.
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
        // What is shown at once is waited for by nobody.
        return cache.getQueryData(query.queryKey) === undefined ? asked : null;
      }),
    );
  };
  function usePageReads() {
    const client = useDataClient();
    const { userId } = useSession();
    const declared = declare({ client, userId });
    const answers = useQueries({ queries: declared.map(({ query }) => query) });
    return Object.fromEntries(answers.map((answer, place) => [declared[place]?.name ?? place, answer]));
  }
  return { reads, usePageReads };
}
