import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form, TextField, useSingleRun } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { codeSchema, type CodeValues } from './auth-schemas';
import { FailureAlert } from './FailureAlert';

/** The six digits of an authenticator app. */
export function CodeForm({ onRecover, onSignOut }: { onRecover: () => void; onSignOut: () => void }) {
  const { session, toasts } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<CodeValues>({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The step consists of this field; after the sign-in the user types on.
  useEffect(() => setFocus('code'), [setFocus]);

  const { start: give } = useSingleRun(async ({ code }: CodeValues) => {
    toasts.clear();
    setFailure(null);
    try {
      await session.factors.give(code);
    } catch (error) {
      setFailure(error);
      form.resetField('code');
      form.setFocus('code');
    }
  });

  return (
    <Form onSubmit={form.handleSubmit(give)}>
      <FailureAlert failure={failure} />
      <TextField
        label="Code aus Ihrer Authenticator-App"
        hint="Sechs Ziffern; jeder Code gilt einmal."
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        Bestätigen
      </Button>
      <Button variant="quiet" onClick={onRecover}>
        Wiederherstellungscode verwenden
      </Button>
      <Button variant="quiet" onClick={onSignOut}>
        Abmelden
      </Button>
    </Form>
  );
}
