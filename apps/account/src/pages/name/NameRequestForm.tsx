import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { nameProblem, requestName } from '@nemus/data';
import { Alert, Button, Card, Form, FormActions, TextArea, TextField } from '@nemus/ui';
import { useQueryClient } from '@tanstack/react-query';

const FIELDS = [
  { name: 'first', label: 'Neuer Vorname', missing: 'Bitte geben Sie Ihren Vornamen an.', autoComplete: 'given-name' },
  {
    name: 'last',
    label: 'Neuer Nachname',
    missing: 'Bitte geben Sie Ihren Nachnamen an.',
    autoComplete: 'family-name',
  },
] as const;

/** Requests another name, with a reason that staff reads. */
export function NameRequestForm() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { profile } = useSession();
  // A marriage changes one of them.
  const [values, setValues] = useState({
    first: profile?.firstName ?? '',
    last: profile?.lastName ?? '',
    reason: '',
  });
  const [tried, setTried] = useState(false);
  const request = useAction({
    mutationFn: () => requestName(client, values),
    onSuccess: () => {
      notify({ kind: 'success', title: 'Antrag gestellt', description: 'Sie hören von uns, sobald entschieden ist.' });
      return queries.invalidateQueries({ queryKey: ['own-name'] });
    },
  });
  const isMissing = (name: keyof typeof values) => values[name].trim() === '';
  return (
    <Card title="Anderen Namen beantragen" level={2} as="div">
      <Form
        aria-label="Anderen Namen beantragen"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const isPrintable = nameProblem(values.first + values.last) === undefined;
          if (isPrintable && !isMissing('first') && !isMissing('last') && !isMissing('reason')) request.mutate();
        }}
      >
        {request.error !== null && <Alert tone="error">{reasonOf(request.error)}</Alert>}
        {FIELDS.map(({ name, label, missing, autoComplete }) => (
          <TextField
            key={name}
            label={label}
            autoComplete={autoComplete}
            maxLength={100}
            value={values[name]}
            error={tried && isMissing(name) ? missing : nameProblem(values[name])}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        ))}
        <TextArea
          label="Begründung"
          hint="Zum Beispiel: Heirat am 3. Mai 2026. Wir fragen nach, wenn wir einen Nachweis brauchen."
          maxLength={1_000}
          value={values.reason}
          error={tried && isMissing('reason') ? 'Bitte begründen Sie die Änderung.' : undefined}
          onChange={({ target }) => setValues({ ...values, reason: target.value })}
        />
        <FormActions>
          <Button type="submit" variant="primary" loading={request.isPending}>
            Antrag stellen
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
