import { PORTAL_EVENT_NAMES, type KeptRead, type Ports, type ReleaseInfo } from '@nemus/contract';
import { DataError } from '@nemus/data';
import type { Query, QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query';
import { isPassing, STALE_AFTER } from './query-client';

/**
 * Marks a read of a page, in the options of its query: a reopened area shows its last answer at once, and refetches it
 * in the background. Not for values of form fields, which would be replaced unnoticed, or not at all.
 */
export function kept<Q extends { readonly meta?: QueryMeta | undefined }>(query: Q): Q {
  return { ...query, meta: { ...query.meta, kept: true } };
}

/**
 * Marks a read that a page also shows when it is opened without a connection: its last answer is stored on the device,
 * encrypted, until the session ends. Only for pages that need it, and for data that is JSON.
 *
 * @param page path of the page
 */
export function offline<Q extends { readonly queryKey: QueryKey; readonly meta?: QueryMeta | undefined }>(
  query: Q,
  page: string,
): Q {
  // Without a connection, what leaves the cache cannot be read again.
  return { ...query, gcTime: Number.POSITIVE_INFINITY, meta: { ...query.meta, offlinePage: page } };
}

/** Reads of one release match; another release may use a key with another type. */
const shapeOf = ({ remote, version }: ReleaseInfo) => `${remote}@${version}`;

/** How a root uses the reads of the area's last visit. */
export interface FollowedReads {
  /** Refetches data of the last visit; once, after the page has rendered. */
  readonly askBehind: () => void;
  /** Passes the valid reads to the shell, before the cache is emptied. */
  readonly keepReads: () => void;
}

/**
 * Fills a new cache with the reads of the area's last visit, and then tracks which reads are marked. Until {@link
 * FollowedReads.askBehind} all of them count as fresh, so that the page renders before anything is requested.
 */
export function followKeptReads(
  { keptReads, release }: Pick<Ports, 'keptReads' | 'release'>,
  cache: QueryClient,
): FollowedReads {
  const shape = shapeOf(release);
  const shown = new Map<string, KeptRead>();
  for (const read of keptReads?.take(shape) ?? []) {
    if (read.offlinePage === undefined) cache.setQueryData(read.key, read.data);
    else {
      cache.setQueryDefaults(read.key, { gcTime: Number.POSITIVE_INFINITY });
      // With its age, which the page shows.
      cache.setQueryData(read.key, read.data, { updatedAt: read.readAt });
    }
    const query = cache.getQueryCache().find({ queryKey: read.key });
    if (query) shown.set(query.queryHash, read);
  }
  /** The kept read that a query still shows; a new answer of this root replaces it. */
  const shownOf = ({ queryHash, state }: Query) => (state.dataUpdateCount === 1 ? shown.get(queryHash) : undefined);
  // A query has the options of its last user, and a part of the page may use it without the mark.
  const marked = new Set<string>();
  const offlinePages = new Map<string, string>();
  cache.getQueryCache().subscribe((event) => {
    const options = 'observer' in event ? event.observer.options : undefined;
    if (isMarked(event.query.meta) || isMarked(options?.meta)) marked.add(event.query.queryHash);
    const page = offlinePageOf(event.query.meta) ?? offlinePageOf(options?.meta);
    const isNew = page !== undefined && !offlinePages.has(event.query.queryHash);
    if (isNew) offlinePages.set(event.query.queryHash, page);
    const action = event.type === 'updated' ? event.action : null;
    if (action?.type === 'error') dropRefused(event.query);
    // Another part of the page may have read it before the mark.
    if (isNew || (action?.type === 'success' && !action.manual)) storeOffline(event.query);
  });
  /**
   * Removes a kept read from the screen once the backend refuses it: revoked access must not show old data. Without an
   * answer it stays, like everything on the screen.
   */
  function dropRefused(query: Query) {
    if (query.state.data !== undefined && shownOf(query) && !isUnanswered(query.state.error)) {
      query.setState({ data: undefined });
    }
  }
  function storeOffline(query: Query) {
    const offlinePage = offlinePages.get(query.queryHash);
    // What comes from the device is there already, and no newer.
    if (offlinePage !== undefined && holds(query) && !shownOf(query))
      keptReads?.keep(shape, [{ ...keptRead(query), offlinePage }]);
  }
  return {
    askBehind() {
      void cache.invalidateQueries({ predicate: (query) => shownOf(query) !== undefined });
    },
    keepReads() {
      const held = cache.getQueryCache().findAll({ predicate: (query) => marked.has(query.queryHash) && holds(query) });
      // Data that was only shown keeps its age.
      const reads = held.map((query) => shownOf(query) ?? keptRead(query));
      if (reads.length > 0) keptReads?.keep(shape, reads);
    },
  };
}

const isMarked = (meta: QueryMeta | undefined) => meta?.['kept'] === true;

const offlinePageOf = (meta: QueryMeta | undefined): string | undefined => {
  const page = meta?.['offlinePage'];
  return typeof page === 'string' ? page : undefined;
};

const isUnanswered = (error: unknown) => isPassing(error) || (error instanceof DataError && error.code === 'timeout');

/** Answered, and not known to be outdated. */
const holds = ({ state }: Query) => state.status === 'success' && !state.isInvalidated;

const keptRead = ({ queryKey, state }: Query): KeptRead => ({
  key: queryKey,
  data: state.data,
  readAt: state.dataUpdatedAt,
  endsWith: PORTAL_EVENT_NAMES.filter((name) => STALE_AFTER[name].some((first) => first === queryKey[0])),
});
