import { useId, useState, type FormEvent } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { nameProblem, requestName, type Trainee } from '@nemus/data';
import { Alert, Button, Dialog, Form, TextArea, TextField } from '@nemus/ui';

const FIELDS = [
  { name: 'first', label: 'Vorname', missing: 'Bitte geben Sie den Vornamen an.' },
  { name: 'last', label: 'Nachname', missing: 'Bitte geben Sie den Nachnamen an.' },
] as const;

/** Requests the correction of a linked person's name; staff of the portal decides. */
export function CorrectNameDialog({ trainee, onClose }: { trainee: Trainee; onClose: () => void }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const form = useId();
  const [values, setValues] = useState({ first: trainee.first_name, last: trainee.last_name, reason: '' });
  const [tried, setTried] = useState(false);
  const isComplete = Object.values(values).every((value) => value.trim() !== '');
  const send = useAction({
    mutationFn: () => requestName(client, { ...values, traineeId: trainee.id }),
    onSuccess: () => {
      notify({ kind: 'success', title: 'Berichtigung beantragt', description: 'Die Person wird benachrichtigt.' });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isComplete && nameProblem(values.first + values.last) === undefined) send.mutate();
  };
  const missing = (name: keyof typeof values, text: string) => (tried && values[name].trim() === '' ? text : undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!send.isPending}
      title="Namen berichtigen"
      description="Der Name im Konto der Person, wie er auf neuen Zertifikaten und Ausdrucken steht. Die Akademie entscheidet; Bestätigtes behält seinen Namen. Den Namen in Ihrer Liste ändern Sie unter „Bearbeiten“."
      actions={
        <>
          <Button disabled={send.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant="primary" loading={send.isPending}>
            Berichtigung beantragen
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {send.error !== null && <Alert tone="error">{reasonOf(send.error)}</Alert>}
        {FIELDS.map(({ name, label, missing: text }) => (
          <TextField
            key={name}
            label={label}
            value={values[name]}
            maxLength={100}
            error={missing(name, text) ?? nameProblem(values[name])}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        ))}
        <TextArea
          label="Begründung"
          hint="Liest auch die Person."
          value={values.reason}
          maxLength={1000}
          error={missing('reason', 'Bitte begründen Sie die Berichtigung.')}
          onChange={({ target }) => setValues({ ...values, reason: target.value })}
        />
      </Form>
    </Dialog>
  );
}
