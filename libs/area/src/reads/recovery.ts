import type { Query, QueryClient } from '@tanstack/react-query';
import { DataError } from '@nemus/data';
import { isPassing } from './query-client';

/** What failed because of the line or the server, and may be there again; not what was refused. */
function mayRecover({ state }: Query): boolean {
  const { error } = state;
  return isPassing(error) || (error instanceof DataError && error.code === 'timeout');
}

/**
 * Reads again what could not be read, without a click: when the browser says that it is online, and when one of the reads
 * that failed succeeds, since then the others may as well. What is on the screen stays meanwhile, also what somebody is
 * typing.
 *
 * @returns ends it
 */
export function recoverReads(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const failed = new Set<Query>();
  const readAgain = (predicate: (query: Query) => boolean) =>
    void queryClient.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });

  const stop = cache.subscribe((event) => {
    if (event.type === 'removed') failed.delete(event.query);
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failed.add(query);
    // Once for each recovery: a read that fails for good does not follow every success of another.
    if (action.type === 'success' && failed.delete(query)) readAgain((other) => failed.has(other) && mayRecover(other));
  });
  const whenOnline = () => readAgain((query) => (query.state.status === 'error' ? mayRecover(query) : query.isStale()));
  window.addEventListener('online', whenOnline);
  return () => {
    stop();
    window.removeEventListener('online', whenOnline);
  };
}
