import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { UserType } from '@nemus/contract';
import type { Invitation } from '@nemus/session';
import { Alert, Button, Form, Grid, PasswordField, RadioGroup, TextField, useSingleRun } from '@nemus/ui';
import { Controller, useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { explain, serverMessage } from './auth-messages';
import {
  EMPTY_SIGN_UP,
  INSTITUTION_MISSING,
  MISMATCH,
  signUpSchema,
  TOO_SHORT,
  type SignUpValues,
} from './auth-schemas';
import { NewPasswordField } from './NewPasswordField';
import { ResendConfirmation } from './ResendConfirmation';

const ACCOUNT_TYPES: readonly { value: UserType; label: string }[] = [
  { value: 'piw', label: 'Psychotherapeut*in in Weiterbildung' },
  { value: 'institution', label: 'Weiterbildungsstätte' },
];

/** Registers an account of one of the two types. Success clears the form. */
export function SignUpForm({
  email,
  onEmail,
  invitationToken = null,
  invitation = null,
}: {
  email: string;
  onEmail: (email: string) => void;
  /** Goes with the registration, so that the page that accepts the invitation comes after the first sign-in. */
  invitationToken?: string | null;
  /** The person who is invited; may arrive while somebody types. Whose address it is, and a trainee, is settled then. */
  invitation?: Invitation | null;
}) {
  const { session, toasts } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpSchema),
    defaultValues: {
      ...EMPTY_SIGN_UP,
      firstName: invitation?.firstName ?? '',
      lastName: invitation?.lastName ?? '',
      email: invitation?.email ?? email,
    },
  });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    if (!invitation) return;
    // What was typed meanwhile is what the person wants, but the invitation is for one address.
    for (const name of ['firstName', 'lastName'] as const) {
      if (form.getValues(name) === '') form.setValue(name, invitation[name]);
    }
    form.setValue('email', invitation.email);
    form.setValue('userType', 'piw');
    form.setValue('institutionName', '');
    form.clearErrors();
  }, [form, invitation]);
  const values = useWatch({ control: form.control });
  const isInstitution = values.userType === 'institution';

  const fail = (description: string) => toasts.notify({ kind: 'error', title: 'Registrierungsfehler', description });

  /** One message for one press of the button, however much is wrong; the fields say the rest. */
  const refuse = (found: FieldErrors<SignUpValues>) => {
    toasts.clear();
    if (found.confirmation?.message === MISMATCH) fail(MISMATCH);
    else if (found.institutionName) fail(INSTITUTION_MISSING);
    else if (found.password?.message === TOO_SHORT.description) toasts.notify({ kind: 'error', ...TOO_SHORT });
  };

  const signUp = useSingleRun(async (values: SignUpValues) => {
    toasts.clear();
    setFailure(null);
    setMailedTo(null);
    try {
      await session.signUp({
        ...values,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        institutionName: values.userType === 'institution' ? values.institutionName.trim() : null,
        ...(invitationToken !== null && { invitationToken }),
      });
    } catch (error) {
      setFailure(error);
      fail(serverMessage(error));
      return;
    }
    toasts.notify({
      kind: 'success',
      title: 'Registrierung erfolgreich',
      description: 'Bitte überprüfen Sie Ihre E-Mails zur Bestätigung',
    });
    setMailedTo(values.email);
    form.reset({ ...EMPTY_SIGN_UP, email: invitation?.email ?? '' });
  });
  const submit = form.handleSubmit(signUp.start, refuse);

  return (
    <Form onSubmit={submit}>
      {mailedTo === null ? null : (
        <Alert tone="success" actions={<ResendConfirmation email={mailedTo} />}>
          Fast geschafft: Öffnen Sie den Link in der Nachricht an {mailedTo}. Dort bestätigen Sie die Adresse und sind
          dann angemeldet.
        </Alert>
      )}
      {failure === null ? null : <Alert tone="error">{explain(failure)}</Alert>}
      <Grid min="11rem" gap={2.5}>
        <TextField
          label="Vorname"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Nachname"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </Grid>
      <TextField
        label="E-Mail"
        type="email"
        autoComplete="email"
        readOnly={invitation !== null}
        hint={invitation === null ? undefined : 'Die Einladung gilt für diese Adresse.'}
        error={errors.email?.message}
        {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      {invitation === null ? (
        <Controller
          control={form.control}
          name="userType"
          render={({ field }) => (
            <RadioGroup
              label="Kontotyp"
              look="framed"
              name={field.name}
              options={ACCOUNT_TYPES}
              value={field.value}
              onBlur={field.onBlur}
              onValueChange={(type) => {
                field.onChange(type);
                if (type !== 'piw') return;
                form.setValue('institutionName', '');
                form.clearErrors('institutionName');
              }}
            />
          )}
        />
      ) : null}
      {isInstitution ? (
        <TextField
          label="Name der Institution"
          autoComplete="organization"
          error={errors.institutionName ? 'Für eine Weiterbildungsstätte ist der Name nötig.' : undefined}
          {...form.register('institutionName')}
        />
      ) : null}
      <NewPasswordField
        label="Passwort"
        value={values.password ?? ''}
        personal={[values.email ?? '', values.firstName ?? '', values.lastName ?? '', values.institutionName ?? '']}
        error={errors.password?.message}
        field={form.register('password')}
      />
      <PasswordField
        label="Passwort bestätigen"
        autoComplete="new-password"
        error={
          errors.confirmation?.message === MISMATCH
            ? 'Bitte geben Sie zweimal dasselbe Passwort ein.'
            : errors.confirmation?.message
        }
        {...form.register('confirmation')}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        Registrieren
      </Button>
    </Form>
  );
}
