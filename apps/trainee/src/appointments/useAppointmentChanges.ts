import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  appointmentsQuery,
  bookedSeminarsQuery,
  cancelAppointment,
  rateAppointment,
  type Appointment,
} from '@nemus/data';
import { reasonOf } from './change-failure';

/** What is said after a cancellation: who waits has no place that could be given away. */
const CANCELLED = {
  placed: { title: 'Termin abgesagt', description: 'Ihr Platz wurde freigegeben.' },
  waiting: { title: 'Warteliste verlassen', description: 'Sie stehen nicht mehr auf der Warteliste.' },
} as const;

/**
 * Cancels and rates appointments. Nothing is shown as done before the database says so; afterwards, and also when it
 * refused, the list is read again.
 */
export function useAppointmentChanges() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  const readAgain = () =>
    Promise.all(
      [appointmentsQuery(client, userId).queryKey, bookedSeminarsQuery(client, userId).queryKey, ['seminar-dates']].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );

  const cancel = useAction({
    sameBy: ({ id }) => id,
    mutationFn: ({ id }: Appointment) => cancelAppointment(client, id),
    onSuccess: (_answer, { status }) =>
      notify({ kind: 'success', ...CANCELLED[status === 'waitlist' ? 'waiting' : 'placed'] }),
    onError: (error) => notify({ kind: 'error', title: 'Absage fehlgeschlagen', description: reasonOf(error) }),
    onSettled: readAgain,
  });
  const rate = useAction({
    sameBy: ({ appointmentId }) => appointmentId,
    mutationFn: (rating: Parameters<typeof rateAppointment>[1]) => rateAppointment(client, rating),
    onSuccess: () => notify({ kind: 'success', title: 'Bewertung gespeichert' }),
    onError: (error) => notify({ kind: 'error', title: 'Bewertung nicht gespeichert', description: reasonOf(error) }),
    onSettled: readAgain,
  });
  return { cancel, rate };
}
