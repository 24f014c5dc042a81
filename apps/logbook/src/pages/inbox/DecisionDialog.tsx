import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError, decideEntries, endSentence, formatMinutes, type InboxEntry } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, Stack, Text, TextArea } from '@nemus/ui';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { minutesOf } from './group-entries';

/** Confirms entries, or returns them with a reason, after explaining the consequences. */
export function DecisionDialog({
  kind,
  entries,
  onClose,
  onDone,
}: {
  kind: 'confirm' | 'return';
  entries: readonly InboxEntry[];
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useDataClient();
  const queries = useQueryClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const [reason, setReason] = useState('');
  const isConfirm = kind === 'confirm';
  const count = formatCount(entries.length, 'Eintrag', 'Einträge');
  const people = new Set(entries.map(({ user_id }) => user_id)).size;
  const deputised = [...new Set(entries.filter(({ as_deputy }) => as_deputy).map(({ confirmer }) => confirmer ?? ''))];
  const decide = useAction({
    mutationFn: () =>
      decideEntries(
        client,
        entries.map(({ id }) => id),
        isConfirm ? { kind: 'confirm' } : { kind: 'return', reason },
      ),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: isConfirm ? `${count} bestätigt` : `${count} zurückgegeben` });
      onDone();
    },
    onError: (error) => {
      // Another user was faster: the list behind the dialog is up to date.
      if (error instanceof DataError && (error.status === 404 || error.status === 409)) {
        void queries.invalidateQueries({ queryKey: ['logbook'] });
      }
    },
  });
  const atReason = decide.error instanceof DataError && decide.error.field === 'reason';
  return (
    <Dialog
      open
      onClose={onClose}
      title={isConfirm ? `${count} bestätigen` : `${count} zurückgeben`}
      description={`${formatMinutes(minutesOf(entries))} von ${formatCount(people, 'Person', 'Personen')} in Weiterbildung`}
      actions={
        <>
          <Button variant="primary" loading={decide.isPending} onClick={() => decide.mutate()}>
            {isConfirm ? 'Bestätigen' : 'Zurückgeben'}
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {decide.error !== null && !atReason && (
          <Alert tone="error" title={isConfirm ? 'Nichts wurde bestätigt' : 'Nichts wurde zurückgegeben'}>
            {reasonOf(decide.error)}
          </Alert>
        )}
        {isConfirm ? (
          <Text variant="small">
            Ein bestätigter Eintrag ändert sich nie mehr. Zehn Minuten lang können Sie die Bestätigung unter
            „Entschieden“ zurücknehmen. Danach wird ein Fehler durch einen neuen Eintrag berichtigt, der wieder
            bestätigt wird.
          </Text>
        ) : (
          <TextArea
            label="Grund"
            hint="Die Person in Weiterbildung liest ihn und kann den Eintrag ändern und neu einreichen."
            maxLength={1000}
            value={reason}
            error={atReason ? decide.error?.message : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {deputised.length > 0 && (
          <Text variant="small">{endSentence(`Darunter in Vertretung für ${deputised.join(', ')}`)}</Text>
        )}
      </Stack>
    </Dialog>
  );
}
