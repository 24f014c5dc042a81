import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { askPhoneCode, SMS_CONSENT } from '@nemus/data';
import { Alert, Button, Card, Checkbox, Form, FormActions, TextField } from '@nemus/ui';

/** Asks for a number and the consent. The backend decides which numbers are valid. */
export function NumberForm({ onAsked, onCancel }: { onAsked: () => void; onCancel: (() => void) | undefined }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const [number, setNumber] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [checked, setChecked] = useState(false);
  const ask = useAction({
    mutationFn: () => askPhoneCode(client, number),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['phone'] });
      onAsked();
    },
  });
  const missing = number.trim() === '' ? 'Bitte geben Sie Ihre Mobilnummer an.' : undefined;
  const notAgreed = agreed ? undefined : 'Ohne Ihr Einverständnis können wir keine SMS schicken.';
  return (
    <Card title="Mobilnummer angeben" level={2} as="div">
      <Form
        aria-label="Mobilnummer angeben"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!missing && agreed) ask.mutate();
        }}
      >
        {ask.error !== null && <Alert tone="error">{reasonOf(ask.error)}</Alert>}
        <TextField
          label="Mobilnummer"
          type="tel"
          autoComplete="tel"
          hint="Zum Beispiel 0151 23456789 oder +43 660 1234567"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          error={checked ? missing : undefined}
        />
        <Checkbox
          label={SMS_CONSENT.text}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={checked ? notAgreed : undefined}
        />
        <FormActions>
          <Button type="submit" variant="primary" loading={ask.isPending}>
            Code anfordern
          </Button>
          {onCancel && <Button onClick={onCancel}>Abbrechen</Button>}
        </FormActions>
      </Form>
    </Card>
  );
}
