import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import type { Seat } from '@nemus/data';

/** Changes whose a place is: says what was done, tells other areas, and closes its dialog. */
export function useSeatChange(seat: Seat, change: () => Promise<string>, onClose: () => void) {
  const queries = useQueryClient();
  const { events, notify } = usePorts();
  const { mutate, isPending, error } = useAction({
    mutationFn: change,
    onSuccess: (title) => {
      notify({ kind: 'success', title, description: 'Wen es betrifft, erhält eine Nachricht.' });
      onClose();
    },
    // Also after a failure: what is shown here is no longer what the database has.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['bookings'] });
      events.publish('bookings-changed', { courseId: seat.course_id, traineeIds: [] });
      events.publish('credits-changed', {});
    },
  });
  return { save: () => mutate(), isPending, problem: error === null ? undefined : reasonOf(error) };
}
