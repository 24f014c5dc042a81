import { useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';

/**
 * Announces that logbook entries, or the requirements that they count towards, have changed: this area refetches its
 * data, and other areas and tabs are notified. An older shell does not know the event; then only this area refetches.
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
