import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError, MESSAGE_LENGTH, messageTrainees, TIMEOUT, type CohortRow } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, Stack, Text, TextArea } from '@nemus/ui';

/** Writes one message to several trainees. */
export function MessageDialog({
  people,
  onClose,
  onSent,
}: {
  people: readonly CohortRow[];
  onClose: () => void;
  onSent: () => void;
}) {
  const client = useDataClient();
  const { notify } = usePorts();
  // Another text is another message; the same one, sent again after no answer, reaches no one twice.
  const newMessage = (words: string) => ({ text: words, id: crypto.randomUUID() });
  const [{ text, id: messageId }, setMessage] = useState(() => newMessage(''));
  const [isMissing, setMissing] = useState(false);
  const send = useAction({
    mutationFn: () =>
      messageTrainees(
        client,
        people.map(({ trainee_id: id }) => id),
        text,
        messageId,
      ),
    onSuccess: ({ sent, skipped }) => {
      if (sent === 0) return;
      notify({
        kind: 'success',
        title: `Nachricht an ${formatCount(sent, 'Person', 'Personen')} gesendet`,
        ...(skipped > 0 && {
          description: `${formatCount(skipped, 'Person', 'Personen')} ausgelassen: nicht mehr verbunden, oder heute schon dreimal angeschrieben.`,
        }),
      });
      onSent();
    },
  });
  const atText = send.error instanceof DataError && send.error.field === 'text';
  // Without an answer, the database may have sent it.
  const hasNoAnswer = send.error instanceof DataError && ['network', TIMEOUT].includes(send.error.code);
  const names = people.map(({ first_name: first, last_name: last }) => `${first} ${last}`).join(', ');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nachricht schreiben"
      description={`An ${names}`}
      actions={
        <>
          <Button
            variant="primary"
            loading={send.isPending}
            onClick={() => {
              setMissing(text.trim() === '');
              if (text.trim() !== '') send.mutate();
            }}
          >
            Senden
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {send.error !== null && !atText && (
          <Alert tone="error" title={hasNoAnswer ? 'Vielleicht nicht gesendet' : 'Nichts wurde gesendet'}>
            {reasonOf(send.error)}
          </Alert>
        )}
        {send.data?.sent === 0 && (
          <Alert tone="error" title="Nichts wurde gesendet">
            Diese Personen sind nicht mehr verbunden oder wurden heute schon dreimal angeschrieben.
          </Alert>
        )}
        <TextArea
          label="Nachricht"
          hint={`Höchstens ${MESSAGE_LENGTH} Zeichen. Schreiben Sie nichts über Patient*innen.`}
          maxLength={MESSAGE_LENGTH}
          value={text}
          error={
            isMissing ? 'Bitte schreiben Sie etwas.' : send.error !== null && atText ? reasonOf(send.error) : undefined
          }
          onChange={({ target }) => setMessage(newMessage(target.value))}
        />
        <Text variant="small" tone="muted">
          Jede Person bekommt sie für sich: im Portal und per E-Mail, soweit sie das nicht abbestellt hat. Text und
          Empfänger*innen stehen im Protokoll Ihrer Weiterbildungsstätte.
        </Text>
      </Stack>
    </Dialog>
  );
}
