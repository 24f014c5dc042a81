import { useState } from 'react';
import { Alert, Button, Form, PasswordField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { explain, serverMessage } from '../auth/auth-messages';
import { PASSWORD_LENGTH, passwordProblem } from '../auth/auth-schemas';

interface Values {
  readonly newPassword: string;
  readonly confirmation: string;
}

/** New password, twice. Success leads to `/`. */
export function NewPasswordForm({ email }: { email: string }) {
  const { session, toasts, navigation } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({ defaultValues: { newPassword: '', confirmation: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ newPassword, confirmation }) => {
    toasts.clear();
    setFailure(null);
    const problem = passwordProblem(newPassword, confirmation);
    if (problem) {
      toasts.notify({ kind: 'error', ...problem });
      if (newPassword === confirmation) {
        form.setError('newPassword', { message: 'Dieses Passwort ist zu kurz.' }, { shouldFocus: true });
      } else {
        const message = 'Bitte geben Sie zweimal dasselbe Passwort ein.';
        form.setError('confirmation', { message }, { shouldFocus: true });
      }
      return;
    }
    try {
      await session.updatePassword(newPassword);
    } catch (error) {
      setFailure(error);
      toasts.notify({
        kind: 'error',
        title: 'Fehler beim Aktualisieren des Passworts',
        description: serverMessage(error),
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

  return (
    <Form onSubmit={submit}>
      {failure === null ? null : <Alert tone="error">{explain(failure)}</Alert>}
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Neues Passwort"
        autoComplete="new-password"
        hint={`Mindestens ${PASSWORD_LENGTH} Zeichen`}
        error={errors.newPassword?.message}
        {...form.register('newPassword', { required: 'Bitte wählen Sie ein Passwort.' })}
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
    </Form>
  );
}
