import { PORTAL_EVENT_NAMES, type KeptRead, type Ports, type ReleaseInfo } from '@nemus/contract';
import { DataError } from '@nemus/data';
import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query';
import { isPassing, STALE_AFTER } from './query-client';

/**
 * Marks a read of a page, in the options of its query: what it answered last is shown at once when the area is opened
 * again, and asked for anew behind it. Not for what stands in the fields of a form: there it would be replaced behind the
 * reader, or not at all.
 */
export function kept<Q extends { readonly meta?: QueryMeta | undefined }>(query: Q): Q {
  return { ...query, meta: { ...query.meta, kept: true } };
}

/** Reads of one release fit each other; another release may have given a key another type. */
const shapeOf = ({ remote, version }: ReleaseInfo) => `${remote}@${version}`;

/** What a root does with the reads that its area had when it was open last. */
export interface FollowedReads {
  /** Asks anew for what is shown of earlier; once, when the page stands. */
  readonly askBehind: () => void;
  /** Hands to the shell what was read and still holds; before the cache is emptied. */
  readonly keepReads: () => void;
}

/**
 * Puts into a new cache what this area had read when it was open last, and notes from then on which reads are marked.
 * Until {@link FollowedReads.askBehind} all of it counts as just read, so that the page is drawn before anything is asked.
 */
export function followKeptReads(
  { keptReads, release }: Pick<Ports, 'keptReads' | 'release'>,
  cache: QueryClient,
): FollowedReads {
  const shape = shapeOf(release);
  const shown = new Map<string, KeptRead>();
  for (const read of keptReads?.take(shape) ?? []) {
    cache.setQueryData(read.key, read.data);
    const query = cache.getQueryCache().find({ queryKey: read.key });
    if (query) shown.set(query.queryHash, read);
  }
  /** The read whose answer a query still shows; an answer of this root counts as a second one. */
  const shownOf = ({ queryHash, state }: Query) => (state.dataUpdateCount === 1 ? shown.get(queryHash) : undefined);
  // A query has the options of whoever used it last, and a part of the page may use it without the mark.
  const marked = new Set<string>();
  cache.getQueryCache().subscribe((event) => {
    const options = 'observer' in event ? event.observer.options : undefined;
    if (isMarked(event.query.meta) || isMarked(options?.meta)) marked.add(event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'error') dropRefused(event.query);
  });
  /**
   * Ends what is shown of a kept read once the backend refuses it: who may not read any more does not go on seeing what
   * was read before. Without an answer it stays, as everything on the screen does.
   */
  function dropRefused(query: Query) {
    if (query.state.data !== undefined && shownOf(query) && !isUnanswered(query.state.error)) {
      query.setState({ data: undefined });
    }
  }
  return {
    askBehind() {
      void cache.invalidateQueries({ predicate: (query) => shownOf(query) !== undefined });
    },
    keepReads() {
      const held = cache.getQueryCache().findAll({ predicate: (query) => marked.has(query.queryHash) && holds(query) });
      // What was only shown keeps the age that it has.
      const reads = held.map((query) => shownOf(query) ?? keptRead(query));
      if (reads.length > 0) keptReads?.keep(shape, reads);
    },
  };
}

const isMarked = (meta: QueryMeta | undefined) => meta?.['kept'] === true;

const isUnanswered = (error: unknown) => isPassing(error) || (error instanceof DataError && error.code === 'timeout');

/** Answered, and not known to be out of date. */
const holds = ({ state }: Query) => state.status === 'success' && !state.isInvalidated;

const keptRead = ({ queryKey, state }: Query): KeptRead => ({
  key: queryKey,
  data: state.data,
  readAt: state.dataUpdatedAt,
  endsWith: PORTAL_EVENT_NAMES.filter((name) => STALE_AFTER[name].some((first) => first === queryKey[0])),
});
