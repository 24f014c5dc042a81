import { useState } from 'react';
import { reasonOf } from '@nemus/area';
import { DataError, type TeachingDateDetails } from '@nemus/data';
import { Alert, Button, Dialog, RadioGroup, Stack, Text, TextArea } from '@nemus/ui';
import { timesOf } from './date-words';
import { followingOptions, type Scope } from './following';
import { notifiedText } from './notified-text';
import { useCurrentMinute } from './useCurrentMinute';
import { useDateChanges } from './useDateChanges';

/** Cancels a date, or it and the later ones of its series, with a reason, and says who will read it. */
export function CancelDialog({ date, onClose }: { date: TeachingDateDetails; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<Scope>('one');
  const { cancel } = useDateChanges();
  const following = scope === 'following';
  const { error } = cancel;
  const atReason = error instanceof DataError && error.field === 'reason';
  const hasBegun = Date.parse(date.starts_at) <= useCurrentMinute();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Termin absagen"
      description={`${date.title}, ${timesOf(date)}`}
      actions={
        <>
          <Button onClick={onClose}>Nicht absagen</Button>
          <Button
            variant="danger"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: date.id, following, reason }, { onSuccess: onClose })}
          >
            Absagen
          </Button>
        </>
      }
    >
      <Stack gap={2.5}>
        {error !== null && !atReason && <Alert tone="error">{reasonOf(error)}</Alert>}
        <TextArea
          label="Grund"
          hint="Alle Benachrichtigten lesen ihn."
          maxLength={1000}
          value={reason}
          error={atReason ? error.message : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        {date.following !== null && date.following.dates > 1 && (
          <RadioGroup
            label="Welche Termine werden abgesagt?"
            options={followingOptions(date.following.dates)}
            value={scope}
            onValueChange={setScope}
          />
        )}
        <Text variant="small">{notifiedText(date, following, 'dem Grund und einer Absage für den Kalender')}</Text>
        <Text variant="small" tone="muted">
          {hasBegun && 'Die kommenden Teile fallen aus; besuchte Teile zählen weiter. '}
          Alle Plätze und die Warteliste enden. Wer einen Platz hatte, wählt einen anderen Termin des Kurses. Das lässt
          sich nicht rückgängig machen.
        </Text>
      </Stack>
    </Dialog>
  );
}
