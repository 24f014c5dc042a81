import type { Query, QueryClient } from '@tanstack/react-query';
import { DataError } from '@nemus/data';
import { isPassing } from './query-client';

/** Failures of network or server, which may be over; not refusals. */
function mayRecover({ state }: Query): boolean {
  const { error } = state;
  return isPassing(error) || (error instanceof DataError && error.code === 'timeout');
}

/**
 * Refetches failed reads without a click: when the browser is online again, and when one of them succeeds, since the
 * others may then succeed as well. The screen, including input, stays meanwhile.
 *
 * @returns stops it
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
    // Once per recovery: a read that keeps failing is not repeated after every success of another.
    if (action.type === 'success' && failed.delete(query)) readAgain((other) => failed.has(other) && mayRecover(other));
  });
  const whenOnline = () => readAgain((query) => (query.state.status === 'error' ? mayRecover(query) : query.isStale()));
  window.addEventListener('online', whenOnline);
  return () => {
    stop();
    window.removeEventListener('online', whenOnline);
  };
}
