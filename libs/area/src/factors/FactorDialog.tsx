import { useContext, useId, useState, type FormEvent } from 'react';
import { usePorts } from '@nemus/contract/react';
import { readDigits } from '@nemus/data';
import { Alert, Button, Dialog, Form, TextField, useSingleRun } from '@nemus/ui';
import { EndFactorContext } from './ask-factor';
import { factorFailure } from './factor-words';

/** When the field is there: the dialog's code may load after it has opened. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Asks for a code of the authenticator app before an action that requires it; the action then goes on. */
export default function FactorDialog() {
  const { factors } = usePorts().session;
  const onEnd = useContext(EndFactorContext);
  const form = useId();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const { start: give } = useSingleRun(async () => {
    setSending(true);
    setFailure(null);
    try {
      await factors?.give(code);
      onEnd(true);
    } catch (error) {
      setFailure(factorFailure(error));
      setCode('');
      setSending(false);
    }
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (/^\d{6}$/.test(readDigits(code))) void give();
    else setFailure('Bitte geben Sie die sechs Ziffern ein.');
  }

  return (
    <Dialog
      open
      size="small"
      onClose={() => onEnd(false)}
      title="Bitte bestätigen"
      description="Für Geld, Freigaben und Personen fragen wir noch einmal nach Ihrem zweiten Faktor. Danach geht es von selbst weiter."
      actions={
        <>
          <Button onClick={() => onEnd(false)}>Abbrechen</Button>
          <Button type="submit" form={form} variant="primary" loading={isSending}>
            Bestätigen
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {failure === null ? null : <Alert tone="error">{failure}</Alert>}
        <TextField
          label="Code aus Ihrer Authenticator-App"
          hint="Sechs Ziffern; jeder Code gilt einmal."
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={focus}
          spellCheck={false}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Form>
    </Dialog>
  );
}
