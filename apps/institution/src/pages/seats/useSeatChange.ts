import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import type { Seat } from '@nemus/data';

/** Changes the holder of a place: reports success, notifies other areas, and closes its dialog. */
export function useSeatChange(seat: Seat, change: () => Promise<string>, onClose: () => void) {
  const queries = useQueryClient();
  const { events, notify } = usePorts();
  const { mutate, isPending, error } = useAction({
    mutationFn: change,
    onSuccess: (title) => {
      notify({ kind: 'success', title, description: 'Wen es betrifft, erhält eine Nachricht.' });
      onClose();
    },
    // Also after a failure: the shown data may be outdated.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['bookings'] });
      events.publish('bookings-changed', { courseId: seat.course_id, traineeIds: [] });
      events.publish('credits-changed', {});
    },
  });
  return { save: () => mutate(), isPending, problem: error === null ? undefined : reasonOf(error) };
}
