import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  acceptPlace,
  appointmentsQuery,
  bookedSeminarsQuery,
  cancelAppointment,
  rateAppointment,
  type Appointment,
} from '@nemus/data';
import { reasonOf } from './change-failure';

/** Message after a cancellation: people on the waiting list have no place to give away. */
const CANCELLED = {
  placed: { title: 'Termin abgesagt', description: 'Ihr Platz wurde freigegeben.' },
  waiting: { title: 'Warteliste verlassen', description: 'Sie stehen nicht mehr auf der Warteliste.' },
} as const;

/**
 * Accepts, cancels and rates appointments. Shown as done only after the database's confirmation; the list is then refetched,
 * even after a refusal.
 */
export function useAppointmentChanges() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  const readAgain = () =>
    Promise.all(
      [
        appointmentsQuery(client, userId).queryKey,
        bookedSeminarsQuery(client, userId).queryKey,
        ['seminar-dates'],
        // Free places in the catalogue.
        ['courses'],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
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
  const accept = useAction({
    sameBy: ({ id }) => id,
    mutationFn: ({ id }: Appointment) => acceptPlace(client, id),
    onSuccess: (_answer, { title }) =>
      notify({ kind: 'success', title: 'Platz angenommen', description: `Sie haben jetzt einen Platz: ${title}` }),
    onError: (error) => notify({ kind: 'error', title: 'Platz nicht angenommen', description: reasonOf(error) }),
    onSettled: readAgain,
  });
  return { accept, cancel, rate };
}
