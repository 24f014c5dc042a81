import { useEffect } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { SessionError } from '@nemus/session';
import { whenIdle } from '@nemus/start/idle';
import { Button, Form, PasswordField, prepareFormats, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { signInSchema, type SignInValues } from '../../first-form/sign-in-schema';
import { EMAIL, PASSWORD, SIGN_IN } from '../../first-form/sign-in-texts';
import { Kept, useFormHandover, useTypedSignIn } from '../../first-form/useFormHandover';
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
      <Kept name="email">
        <TextField
          {...EMAIL}
          onFocus={prepareSignIn}
          error={errors.email?.message}
          {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
        />
      </Kept>
      <Kept name="password">
        <PasswordField
          {...PASSWORD}
          onFocus={prepareSignIn}
          error={errors.password?.message}
          {...form.register('password')}
        />
      </Kept>
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        {SIGN_IN.submit}
      </Button>
      <Button variant="quiet" onClick={onForgotten}>
        {SIGN_IN.forgotten}
      </Button>
    </Form>
  );
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof SessionError && error.code === 'email_not_confirmed';
}
