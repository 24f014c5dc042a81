import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks once more for what was changed while it was being read for the first time. The cache itself does so only for reads
 * that have an answer already; a first one is left to arrive, counts as new, and does not show what was saved meanwhile.
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
