import { useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { DataError, MESSAGE_LENGTH, TIMEOUT, type SentMessage } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, Stack, Text, TextArea } from '@nemus/ui';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';

/** Names that the dialog lists; of more people it gives the number. */
const NAMED = 12;

/** Writes one message to several people. */
export function MessageDialog({
  names,
  send,
  skipped,
  record,
  onClose,
  onSent,
}: {
  names: readonly string[];
  /** @param id names the message: sent again with the same id, it reaches no one twice */
  send: (text: string, id: string) => Promise<SentMessage>;
  /** Why people are left out: "nicht mehr verbunden". */
  skipped: string;
  /** Where text and recipients are kept. */
  record: string;
  onClose: () => void;
  onSent: () => void;
}) {
  const { notify } = usePorts();
  const [text, setText] = useState('');
  const [id, setId] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const people = (count: number) => formatCount(count, 'Person', 'Personen');
  const sending = useAction({
    mutationFn: () => send(text, id),
    onSuccess: ({ sent, skipped: left }) => {
      if (sent === 0) return;
      notify({
        kind: 'success',
        title: `Nachricht an ${people(sent)} gesendet`,
        ...(left > 0 && {
          description: `${people(left)} ausgelassen: ${skipped}, oder heute schon dreimal angeschrieben.`,
        }),
      });
      onSent();
    },
  });
  const { error } = sending;
  const atText = error instanceof DataError && error.field === 'text';
  // Without an answer, the database may have sent it.
  const hasNoAnswer = error instanceof DataError && ['network', TIMEOUT].includes(error.code);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nachricht schreiben"
      description={`An ${names.length > NAMED ? people(names.length) : names.join(', ')}`}
      actions={
        <>
          <Button disabled={sending.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            loading={sending.isPending}
            onClick={() => {
              setMissing(text.trim() === '');
              if (text.trim() !== '') sending.mutate();
            }}
          >
            Senden
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {error !== null && !atText && (
          <Alert tone="error" title={hasNoAnswer ? 'Vielleicht nicht gesendet' : 'Nichts wurde gesendet'}>
            {reasonOf(error)}
            {hasNoAnswer && ' Senden Sie den Text unverändert noch einmal: Niemand bekommt ihn doppelt.'}
          </Alert>
        )}
        {sending.data?.sent === 0 && (
          <Alert tone="error" title="Nichts wurde gesendet">
            {`Diese Personen sind ${skipped} oder wurden heute schon dreimal angeschrieben.`}
          </Alert>
        )}
        <TextArea
          label="Nachricht"
          hint={`Höchstens ${MESSAGE_LENGTH} Zeichen. Schreiben Sie nichts über Patient*innen.`}
          maxLength={MESSAGE_LENGTH}
          value={text}
          error={isMissing ? 'Bitte schreiben Sie etwas.' : atText ? reasonOf(error) : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setId(crypto.randomUUID());
          }}
        />
        <Text variant="small" tone="muted">
          {`Jede Person bekommt sie für sich: im Portal und per E-Mail, soweit sie das nicht abbestellt hat. ${record}`}
        </Text>
      </Stack>
    </Dialog>
  );
}
