import { useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';

/**
 * Says that entries, or what they count for, have changed: this area reads them again, and other areas and tabs are told. A shell of
 * before this event throws on its name; then only this area knows.
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
