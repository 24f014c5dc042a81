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

/** When a kept read counts as read: so long ago that whoever shows it asks anew behind it. */
const LONG_AGO = 1;

/** Reads of one release fit each other; another release may have given a key another type. */
const shapeOf = ({ remote, version }: ReleaseInfo) => `${remote}@${version}`;

/**
 * Puts into a new cache what this area had read when it was open last, and notes from then on which reads are marked.
 *
 * @returns hands to the shell what was read and still holds; to be called before the cache is emptied
 */
export function followKeptReads({ keptReads, release }: Pick<Ports, 'keptReads' | 'release'>, cache: QueryClient) {
  const shape = shapeOf(release);
  for (const { key, data } of keptReads?.take(shape) ?? []) cache.setQueryData(key, data, { updatedAt: LONG_AGO });
  // A query has the options of whoever used it last, and a part of the page may use it without the mark.
  const marked = new Set<string>();
  cache.getQueryCache().subscribe((event) => {
    const options = 'observer' in event ? event.observer.options : undefined;
    if (isMarked(event.query.meta) || isMarked(options?.meta)) marked.add(event.query.queryHash);
  });
  return () => {
    const reads = cache.getQueryCache().findAll({ predicate: (query) => marked.has(query.queryHash) && holds(query) });
    if (reads.length > 0) keptReads?.keep(shape, reads.map(keptRead));
  };
}

const isMarked = (meta: QueryMeta | undefined) => meta?.['kept'] === true;

/**
 * Ends what is shown of a kept read once the backend refuses it: who may not read any more does not go on seeing what was
 * read before. Without an answer it stays, as everything on the screen does.
 *
 * @returns ends it
 */
export function dropRefusedReads(cache: QueryClient): () => void {
  return cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query } = event;
    const { data, dataUpdatedAt, error } = query.state;
    if (data !== undefined && dataUpdatedAt === LONG_AGO && !isUnanswered(error)) query.setState({ data: undefined });
  });
}

const isUnanswered = (error: unknown) => isPassing(error) || (error instanceof DataError && error.code === 'timeout');

/** Read in this root, and not known to be out of date. */
const holds = ({ state }: Query) =>
  state.status === 'success' && !state.isInvalidated && state.dataUpdatedAt > LONG_AGO;

const keptRead = ({ queryKey, state }: Query): KeptRead => ({
  key: queryKey,
  data: state.data,
  readAt: state.dataUpdatedAt,
  endsWith: PORTAL_EVENT_NAMES.filter((name) => STALE_AFTER[name].some((first) => first === queryKey[0])),
});
