import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { appointmentsQuery, cancelAppointment, DataError, rateAppointment, type Appointment } from '@nemus/data';

/** What the reader is told when a change of an appointment failed. Without an answer nobody knows what became of it. */
function reasonOf(error: unknown): string {
  return error instanceof DataError && error.status >= 400 && error.status < 500
    ? error.message
    : 'Die Änderung wurde nicht bestätigt. Bitte prüfen Sie Ihre Terminliste.';
}

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
  const readAgain = () => queries.invalidateQueries({ queryKey: appointmentsQuery(client, userId).queryKey });

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
