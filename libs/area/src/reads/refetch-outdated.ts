import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Refetches data that changed during its first read. The cache itself only does so for reads that already have an
 * answer: a first one is left to arrive, counts as fresh, and lacks the change.
 */
export function refetchOutdatedReads(client: QueryClient): void {
  const overtaken = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'invalidate') {
      if (query.state.data === undefined && query.state.fetchStatus !== 'idle') overtaken.add(query);
    } else if (action.type === 'fetch') {
      overtaken.delete(query);
    } else if (action.type === 'success' && overtaken.delete(query)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}
