import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form, FormActions, TextField, useSingleRun } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { toastText } from './auth-messages';
import { resetRequestSchema, type ResetRequestValues } from './auth-schemas';
import { FailureAlert } from './FailureAlert';

/** Requests a link that sets a new password. Never reveals whether the address has an account. */
export function ResetRequestForm({
  email,
  onEmail,
  onBack,
}: {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}) {
  const { session, toasts } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<ResetRequestValues>({ resolver: zodResolver(resetRequestSchema), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;

  const request = useSingleRun(async (values: ResetRequestValues) => {
    toasts.clear();
    setFailure(null);
    try {
      await session.sendReset(values.email);
    } catch (error) {
      setFailure(error);
      toasts.notify({
        kind: 'error',
        title: 'Fehler beim Zurücksetzen des Passworts',
        description: toastText(error),
      });
      return;
    }
    toasts.notify({
      kind: 'success',
      title: 'E-Mail gesendet!',
      description: 'Bitte überprüfen Sie Ihre E-Mails. Der Link zum Zurücksetzen ist unterwegs.',
    });
    onBack();
  });
  const submit = form.handleSubmit(request.start);

  return (
    <Form onSubmit={submit}>
      <FailureAlert failure={failure} />
      <TextField
        label="E-Mail"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      <FormActions>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Link senden
        </Button>
        <Button icon="arrow-left" onClick={onBack}>
          Zurück
        </Button>
      </FormActions>
    </Form>
  );
}
