import { useState } from 'react';
import { Button, ButtonLink, Form, PasswordField, Text, useSingleRun } from '@nemus/ui';
import { signInFailure } from '@nemus/data';
import { SessionError } from '@nemus/session';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { usePortal } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { toastText } from '../auth/auth-messages';
import { passwordProblem } from '../auth/auth-schemas';
import { FailureAlert } from '../auth/FailureAlert';
import { NewPasswordField } from '../auth/NewPasswordField';

interface Values {
  readonly current: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** New password, twice, and the current one unless a mail's link was opened. Success leads to `/`. */
export function NewPasswordForm({ email, asksCurrent }: { email: string; asksCurrent: boolean }) {
  const { session, toasts, navigation } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  // The recovery ends with the change, before the redirect: the form stays unchanged.
  const [isCurrentNeeded] = useState(asksCurrent);
  const form = useForm<Values>({ defaultValues: { current: '', newPassword: '', confirmation: '' } });
  const typed = useWatch({ control: form.control, name: 'newPassword' });
  const { errors, isSubmitting } = form.formState;

  const change = useSingleRun(async ({ current, newPassword, confirmation }: Values) => {
    toasts.clear();
    setFailure(null);
    const problem = passwordProblem(newPassword, confirmation);
    if (problem) {
      toasts.notify({ kind: 'error', ...problem });
      if (newPassword === confirmation) {
        form.setError('newPassword', { message: problem.description }, { shouldFocus: true });
      } else {
        const message = 'Bitte geben Sie zweimal dasselbe Passwort ein.';
        form.setError('confirmation', { message }, { shouldFocus: true });
      }
      return;
    }
    try {
      await session.updatePassword(newPassword, isCurrentNeeded ? current : null);
    } catch (error) {
      const { field, text } = signInFailure(error);
      if (isWrongCurrent(error)) {
        form.setError('current', { message: 'Das aktuelle Passwort stimmt nicht.' }, { shouldFocus: true });
      } else if (field === 'password') {
        form.setError('newPassword', { message: text }, { shouldFocus: true });
      } else setFailure(error);
      toasts.notify({
        kind: 'error',
        title: 'Fehler beim Aktualisieren des Passworts',
        description: toastText(error),
      });
      return;
    }
    toasts.notify({
      kind: 'success',
      title: 'Passwort aktualisiert!',
      description: 'Ihr Passwort wurde erfolgreich aktualisiert.',
    });
    navigation.redirect(PATHS.start);
  });
  const submit = form.handleSubmit(change.start);

  return (
    <Form onSubmit={submit}>
      <FailureAlert failure={failure} />
      {/* Password managers store the new password with this user name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {isCurrentNeeded ? (
        <PasswordField
          label="Aktuelles Passwort"
          autoComplete="current-password"
          hint="Vergessen? Melden Sie sich ab und wählen Sie bei der Anmeldung „Passwort vergessen?“."
          error={errors.current?.message}
          {...form.register('current', { required: 'Bitte geben Sie Ihr aktuelles Passwort ein.' })}
        />
      ) : null}
      <NewPasswordField
        label="Neues Passwort"
        value={typed}
        personal={[email]}
        error={errors.newPassword?.message}
        field={form.register('newPassword', { required: 'Bitte wählen Sie ein Passwort.' })}
      />
      <PasswordField
        label="Passwort bestätigen"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...form.register('confirmation', { required: 'Bitte wiederholen Sie das Passwort.' })}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        Passwort aktualisieren
      </Button>
      {isCurrentNeeded ? (
        <ButtonLink component={Link} to={PATHS.home} variant="quiet">
          Zurück zum Portal
        </ButtonLink>
      ) : null}
      {/* Devices with the old password are signed out. */}
      <Text variant="small" tone="muted">
        Danach sind Sie auf allen anderen Geräten abgemeldet.
      </Text>
    </Form>
  );
}

function isWrongCurrent(error: unknown): boolean {
  return error instanceof SessionError && ['invalid_credentials', 'current_password_invalid'].includes(error.code);
}
