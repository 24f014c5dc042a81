import { useId, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { factorFailure, useAction } from '@nemus/area';
import type { FactorsPort, SecondFactor } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { Alert, Button, Dialog, Form, TextField } from '@nemus/ui';

/** When the field is there: the dialog's code may load after it has opened. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Removes a factor after a code, which protects an unattended page. */
export function RemoveDialog({
  factors,
  factor,
  isLast,
  requiredBy,
  onClose,
}: {
  factors: FactorsPort;
  factor: SecondFactor;
  isLast: boolean;
  requiredBy: string | null;
  onClose: () => void;
}) {
  const form = useId();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useAction({
    mutationFn: async (given: string) => {
      await factors.give(given);
      await factors.remove(factor.id);
    },
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Zweiter Faktor entfernt' });
      onClose();
      await queries.invalidateQueries({ queryKey: ['factors'] });
      await queries.invalidateQueries({ queryKey: ['factor-state'] });
    },
    onError: () => setCode(''),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate(code);
  }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={`${factor.name || 'Authenticator-App'} entfernen`}
      description={isLast ? 'Danach schützt nur noch Ihr Passwort das Konto.' : undefined}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" form={form} variant="danger" loading={isPending}>
            Entfernen
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {isLast && requiredBy !== null ? (
          <Alert tone="warning">
            {requiredBy} verlangt einen zweiten Faktor: Ohne ihn sehen und ändern Sie dort nichts mehr.
          </Alert>
        ) : null}
        {error ? <Alert tone="error">{factorFailure(error)}</Alert> : null}
        <TextField
          label="Code aus Ihrer Authenticator-App"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={focus}
          spellCheck={false}
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Form>
    </Dialog>
  );
}
