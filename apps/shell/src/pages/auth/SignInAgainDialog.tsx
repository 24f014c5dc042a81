import { useRef, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Dialog, Form, PasswordField, Text } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FailureAlert } from './FailureAlert';
import { FactorSteps } from './FactorSteps';
import { signInSchema, type SignInValues } from '../../first-form/sign-in-schema';
import { useSignIn } from './useSignIn';
import { usePortal, useSessionState } from '../../portal/portal-context';
import { useHiddenPage } from './useHiddenPage';

/** Asks for the password, or the second factor, above the page whose session has ended. */
export function SignInAgainDialog() {
  const { lacksFactor, user } = useSessionState();
  if (!user) return null;
  return lacksFactor ? <GiveFactor /> : <SignInAgain email={user.email} />;
}

/** The password was right; the account's second factor is missing. */
function GiveFactor() {
  return (
    <Dialog
      open
      closable={false}
      onClose={() => undefined}
      title="Zweiter Faktor"
      description="Ihre Eingaben auf dieser Seite bleiben erhalten."
    >
      <HiddenPage>
        <FactorSteps />
      </HiddenPage>
    </Dialog>
  );
}

/** Content of the dialog, while the page below is hidden. */
function HiddenPage({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useHiddenPage(content);
  return <div ref={content}>{children}</div>;
}

function SignInAgain({ email }: { email: string }) {
  const { leave } = usePortal();
  const { failure, signIn } = useSignIn();
  const form = useForm<SignInValues>({ resolver: zodResolver(signInSchema), defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(({ password }) => signIn(email, password));

  return (
    <Dialog
      open
      closable={false}
      onClose={() => undefined}
      title="Ihre Sitzung ist abgelaufen"
      description="Die Zeit ist um, oder jemand hat Sie auf einem anderen Gerät abgemeldet. Melden Sie sich wieder an. Ihre Eingaben auf dieser Seite bleiben erhalten."
    >
      <HiddenPage>
        <Form onSubmit={submit}>
          <FailureAlert failure={failure} />
          {/* For password managers, which fill a password for the adjacent user name. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <Text tone="muted">{email}</Text>
          <PasswordField
            label="Passwort"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <Button type="submit" variant="primary" fullWidth loading={isSubmitting}>
            Wieder anmelden
          </Button>
          <Button variant="quiet" onClick={() => void leave()}>
            Mit einem anderen Konto anmelden
          </Button>
        </Form>
      </HiddenPage>
    </Dialog>
  );
}
