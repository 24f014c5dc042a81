import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { appointmentsQuery, cancelAppointment, DataError, rateAppointment } from '@nemus/data';

/** What the reader is told when a change of an appointment failed. Without an answer nobody knows what became of it. */
function reasonOf(error: unknown): string {
  return error instanceof DataError && error.status >= 400 && error.status < 500
    ? error.message
    : 'Der Server hat es nicht bestätigt. Was gilt, zeigt die Liste Ihrer Termine.';
}

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

  const cancel = useMutation({
    mutationFn: (appointmentId: string) => cancelAppointment(client, appointmentId),
    onSuccess: () => notify({ kind: 'success', title: 'Termin abgesagt', description: 'Ihr Platz wurde freigegeben.' }),
    onError: (error) => notify({ kind: 'error', title: 'Absage fehlgeschlagen', description: reasonOf(error) }),
    onSettled: readAgain,
  });
  const rate = useMutation({
    mutationFn: (rating: Parameters<typeof rateAppointment>[1]) => rateAppointment(client, rating),
    onSuccess: () => notify({ kind: 'success', title: 'Bewertung gespeichert' }),
    onError: (error) => notify({ kind: 'error', title: 'Bewertung nicht gespeichert', description: reasonOf(error) }),
    onSettled: readAgain,
  });
  return { cancel, rate };
}
