import { useState } from 'react';
import { signInFailure } from '@nemus/data';
import { SessionError } from '@nemus/session';
import { Button, Form, PasswordField, TextField, useSingleRun } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FailureAlert } from '../pages/auth/FailureAlert';
import { usePortal, useSessionState } from '../portal/portal-context';
import { PATHS } from '../routing/paths';

interface Values {
  readonly password: string;
  readonly code: string;
}

/** The password again, and the delete button. Success leads to the sign-in. */
export function DeleteAccountForm({ email }: { email: string }) {
  const { session, toasts, navigation, deletion } = usePortal();
  const { hasFactor } = useSessionState();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({ defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;

  const remove = useSingleRun(async ({ password, code }: Values) => {
    toasts.clear();
    setFailure(null);
    try {
      await (hasFactor ? session.deleteAccount(password, code) : session.deleteAccount(password));
    } catch (error) {
      if (error instanceof SessionError && error.code === 'invalid_credentials') {
        form.setError('password', { message: 'Das Passwort stimmt nicht.' }, { shouldFocus: true });
      } else if (hasFactor && signInFailure(error).field === 'code') {
        form.setError('code', { message: signInFailure(error).text }, { shouldFocus: true });
      } else {
        setFailure(error);
      }
      return;
    }
    toasts.notify({ kind: 'success', title: 'Konto gelöscht', description: 'Ihr Konto besteht nicht mehr.' });
    deletion.answer(true);
    navigation.redirect(PATHS.auth);
  });

  return (
    <Form onSubmit={form.handleSubmit(remove.start)}>
      <FailureAlert failure={failure} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Passwort"
        autoComplete="current-password"
        hint="Damit niemand außer Ihnen Ihr Konto löscht."
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
      <Button type="submit" variant="danger" size="large" fullWidth loading={isSubmitting}>
        Konto endgültig löschen
      </Button>
      <Button variant="quiet" onClick={() => deletion.answer(false)}>
        Konto behalten
      </Button>
    </Form>
  );
}
