import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { askPhoneCode, enterPhoneCode, readDigits, type EnteredPhoneCode } from '@nemus/data';
import { Alert, Button, Card, Form, FormActions, formatCount, Text, TextField } from '@nemus/ui';
import { readablePhone } from './readable-phone';

function problemOf(entered: EnteredPhoneCode | undefined): string | undefined {
  switch (entered?.state) {
    case 'wrong':
      return `Dieser Code ist falsch. Noch ${formatCount(entered.left, 'Versuch', 'Versuche')}.`;
    case 'expired':
      return 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.';
    case 'crowded':
      return 'Diese Nummer ist schon bei drei Konten eingetragen. Mehr sind nicht möglich.';
    default:
      return undefined;
  }
}

/** Asks for the code that was sent to a number. */
export function CodeForm({ number, onAnother }: { number: string; onAnother: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const enter = useAction({
    mutationFn: (digits: string) => enterPhoneCode(client, digits),
    onSuccess: async (entered) => {
      setProblem(problemOf(entered));
      if (entered.state !== 'checked') return;
      notify({ kind: 'success', title: 'Mobilnummer geprüft' });
      await queries.invalidateQueries({ queryKey: ['phone'] });
    },
  });
  const again = useAction({
    mutationFn: () => askPhoneCode(client, number),
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Neuer Code angefordert' });
      await queries.invalidateQueries({ queryKey: ['phone'] });
    },
  });
  const failed = enter.error ?? again.error;
  return (
    <Card title="Code eingeben" level={2} as="div">
      <Form
        aria-label="Code eingeben"
        onSubmit={(event) => {
          event.preventDefault();
          const digits = readDigits(code);
          // Anything else would waste a counted attempt.
          if (/^\d{6}$/.test(digits)) enter.mutate(digits);
          else setProblem('Der Code hat sechs Ziffern.');
        }}
      >
        {failed !== null && <Alert tone="error">{reasonOf(failed)}</Alert>}
        <Text>Wir haben einen Code an {readablePhone(number)} geschickt. Er gilt zehn Minuten.</Text>
        <TextField
          label="Code aus der SMS"
          hint="Sechs Ziffern"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <FormActions>
          <Button type="submit" variant="primary" loading={enter.isPending}>
            Nummer bestätigen
          </Button>
          <Button loading={again.isPending} onClick={() => again.mutate()}>
            Neuen Code anfordern
          </Button>
          <Button onClick={onAnother}>Andere Nummer</Button>
        </FormActions>
      </Form>
    </Card>
  );
}
