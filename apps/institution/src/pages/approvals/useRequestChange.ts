import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { decideBookingRequest, withdrawBookingRequest, type BookingRequest } from '@nemus/data';

/** Approves, declines or withdraws one request. A change is only shown once confirmed. */
export function useRequestChange(
  { request_id: id, course_id: courseId, trainees, price_now: shown }: BookingRequest,
  onDone: () => void,
) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { events, notify } = usePorts();
  const after = {
    // Also after a refusal: another user may have decided meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ['bookings'] }),
    onError: (error: unknown) =>
      notify({ kind: 'error' as const, title: 'Anfrage nicht geändert', description: reasonOf(error) }),
  };
  const decide = useAction({
    ...after,
    mutationFn: (decision: { readonly approved: boolean; readonly reason: string }) =>
      decideBookingRequest(client, id, { ...decision, shown }),
    onSuccess: ({ state }) => {
      onDone();
      if (state === 'booked') {
        events.publish('credits-changed', {});
        events.publish('bookings-changed', { courseId, traineeIds: trainees.map((trainee) => trainee.trainee_id) });
      }
      notify({
        kind: 'success',
        title: { booked: 'Freigegeben und gebucht', approved: 'Freigegeben', declined: 'Anfrage abgelehnt' }[state],
        ...(state === 'approved' && { description: 'Die Person, die angefragt hat, kann jetzt bezahlen.' }),
      });
    },
  });
  const withdraw = useAction({
    ...after,
    mutationFn: () => withdrawBookingRequest(client, id),
    onSuccess: () => {
      onDone();
      notify({ kind: 'success', title: 'Anfrage zurückgenommen' });
    },
  });
  return { decide, withdraw };
}
