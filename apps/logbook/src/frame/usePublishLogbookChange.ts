import { useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';

/**
 * Announces that entries, or what they count for, have changed: this area refetches, and other areas and tabs are
 * notified. A shell without this event throws; then only this area refetches.
 */
export function usePublishLogbookChange(): () => void {
  const { events } = usePorts();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['logbook'] });
    try {
      events.publish('logbook-changed', {});
    } catch {
      // An older shell.
    }
  };
}
