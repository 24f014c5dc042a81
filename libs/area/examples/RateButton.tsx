import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { rateAppointment } from '@nemus/data';
import { Button } from '@nemus/ui';

/** Rates an appointment; ignores a second click while the first one is running. */
export function RateButton({ appointmentId }: { appointmentId: string }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const rate = useAction({
    mutationFn: (stars: number) => rateAppointment(client, { appointmentId, stars, comment: '' }),
    onSuccess: () => notify({ kind: 'success', title: 'Danke für Ihre Bewertung.' }),
    onError: (error) => notify({ kind: 'error', title: 'Nicht gespeichert', description: reasonOf(error) }),
  });
  return <Button onClick={() => rate.mutate(5)}>Mit 5 Sternen bewerten</Button>;
}
