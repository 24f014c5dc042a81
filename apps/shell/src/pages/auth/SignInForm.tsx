import { useEffect } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { SessionError } from '@nemus/session';
import { whenIdle } from '@nemus/start/idle';
import { Button, Form, PasswordField, prepareFormats, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { signInSchema, type SignInValues } from '../../first-form/sign-in-schema';
import { useFormHandover, useTypedSignIn } from '../../first-form/useFormHandover';
import { usePortal } from '../../portal/portal-context';
import { FailureAlert } from './FailureAlert';
import { ResendConfirmation } from './ResendConfirmation';
import { useSignIn } from './useSignIn';

/** E-mail and password. After success the guard redirects: the session changes, not the form. */
export function SignInForm({
  email,
  onEmail,
  onForgotten,
}: {
  /** Shared by the views of the card. */
  email: string;
  onEmail: (email: string) => void;
  onForgotten: () => void;
}) {
  const { prepareSignIn } = usePortal();
  const { failure, signIn } = useSignIn();
  const typed = useTypedSignIn();
  const form = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: typed?.password ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  // There is time while the user types; after the sign-in it would delay the dashboard.
  useEffect(() => whenIdle(prepareFormats), []);

  const submit = form.handleSubmit((values) => signIn(values.email, values.password));
  const element = useFormHandover(typed, () =>
    form.handleSubmit(({ email: sent, password }) => signIn(sent, password, typed?.attempt))(),
  );

  return (
    <Form ref={element} onSubmit={submit}>
      <FailureAlert
        failure={failure}
        actions={isUnconfirmed(failure) ? <ResendConfirmation email={form.getValues('email')} /> : undefined}
      />
      <TextField
        label="E-Mail"
        type="email"
        autoComplete="username"
        onFocus={prepareSignIn}
        error={errors.email?.message}
        {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      <PasswordField
        label="Passwort"
        autoComplete="current-password"
        onFocus={prepareSignIn}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        Anmelden
      </Button>
      <Button variant="quiet" onClick={onForgotten}>
        Passwort vergessen?
      </Button>
    </Form>
  );
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof SessionError && error.code === 'email_not_confirmed';
}
