import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { requestBooking, type BookingToRequest, type Course } from '@nemus/data';
import { Alert, Button, RadioGroup, Stack, TextArea } from '@nemus/ui';
import type { NeededApproval } from './needed-approval';

const LABELS = { credits: 'Mit Credits, sobald freigegeben ist', card: 'Mit Karte, nach der Freigabe' } as const;

/** A booking above the limit is requested, not made; an administrator of the institution decides. */
export function ApprovalRequest({
  course,
  booking,
  needed,
  onAsked,
}: {
  course: Course;
  booking: { readonly traineeIds: readonly string[]; readonly startsOn?: string };
  needed: NeededApproval;
  onAsked: () => void;
}) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [wanted, setWanted] = useState<BookingToRequest['payment']>('credits');
  const [note, setNote] = useState('');
  const payment = needed.payments.includes(wanted) ? wanted : (needed.payments[0] ?? 'credits');
  const ask = useAction({
    mutationFn: () => requestBooking(client, { courseId: course.id, ...booking, payment, note: note.trim() }),
    onSuccess: () => {
      onAsked();
      notify({
        kind: 'success',
        title: 'Wartet auf Freigabe',
        description: 'Die Verwaltung Ihrer Weiterbildungsstätte ist benachrichtigt.',
      });
    },
    onError: (error) => notify({ kind: 'error', title: 'Nicht angefragt', description: reasonOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bookings', 'requests'] }),
  });
  return (
    <Stack gap={2}>
      <Alert tone="info" title="Diese Buchung braucht eine Freigabe">
        {needed.words} Fragen Sie an: Gebucht wird erst, wenn die Verwaltung Ihrer Weiterbildungsstätte zustimmt.
      </Alert>
      {needed.payments.length > 1 && (
        <RadioGroup
          label="Bezahlt wird"
          options={needed.payments.map((value) => ({ value, label: LABELS[value] }))}
          value={payment}
          onValueChange={setWanted}
        />
      )}
      <TextArea
        label="Begründung"
        optional
        rows={3}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div>
        <Button variant="primary" loading={ask.isPending} onClick={() => ask.mutate()}>
          Freigabe anfragen
        </Button>
      </div>
    </Stack>
  );
}
