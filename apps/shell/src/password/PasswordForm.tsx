import { useState } from 'react';
import { signInFailure } from '@nemus/data';
import { SessionError } from '@nemus/session';
import { Button, Form, PasswordField, TextField, useSingleRun } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FailureAlert } from '../pages/auth/FailureAlert';
import { usePortal, useSessionState } from '../portal/portal-context';

interface Values {
  readonly password: string;
  readonly code: string;
}

interface PasswordFormProps {
  /** Why the password is needed. */
  readonly hint: string;
  readonly submit: { readonly label: string; readonly variant: 'danger' | 'primary' };
  readonly cancel: { readonly label: string; readonly run: () => void };
  /** Runs with the password, and with the code of an account with a second factor; a rejection is shown in the form. */
  readonly run: (password: string, code?: string) => Promise<void>;
}

/** The password again, and what it is needed for. */
export function PasswordForm({ hint, submit, cancel, run }: PasswordFormProps) {
  const { toasts } = usePortal();
  const { user, hasFactor } = useSessionState();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({ defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;

  const sending = useSingleRun(async ({ password, code }: Values) => {
    toasts.clear();
    setFailure(null);
    try {
      await (hasFactor ? run(password, code) : run(password));
    } catch (error) {
      if (error instanceof SessionError && error.code === 'invalid_credentials') {
        form.setError('password', { message: 'Das Passwort stimmt nicht.' }, { shouldFocus: true });
      } else if (hasFactor && signInFailure(error).field === 'code') {
        form.setError('code', { message: signInFailure(error).text }, { shouldFocus: true });
      } else {
        setFailure(error);
      }
    }
  });

  return (
    <Form onSubmit={form.handleSubmit(sending.start)}>
      <FailureAlert failure={failure} />
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <PasswordField
        label="Passwort"
        autoComplete="current-password"
        hint={hint}
        error={errors.password?.message}
        {...form.register('password', { required: 'Bitte geben Sie Ihr Passwort ein.' })}
      />
      {hasFactor ? (
        <TextField
          label="Code aus Ihrer Authenticator-App"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors.code?.message}
          {...form.register('code', { required: 'Bitte geben Sie die sechs Ziffern ein.' })}
        />
      ) : null}
      <Button type="submit" variant={submit.variant} size="large" fullWidth loading={isSubmitting}>
        {submit.label}
      </Button>
      <Button variant="quiet" onClick={cancel.run}>
        {cancel.label}
      </Button>
    </Form>
  );
}
