import type { UserType } from '@nemus/contract';
import { Alert, Button, Form, Grid, PasswordField, RadioGroup, TextField } from '@nemus/ui';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { MISMATCH, type SignUpValues } from './auth-schemas';
import { FailureAlert } from './FailureAlert';
import { NewPasswordField } from './NewPasswordField';
import { ResendConfirmation } from './ResendConfirmation';
import { useSignUp, type SignUpStart } from './useSignUp';

const ACCOUNT_TYPES: readonly { value: UserType; label: string }[] = [
  { value: 'piw', label: 'Psychotherapeut*in in Weiterbildung' },
  { value: 'institution', label: 'Weiterbildungsstätte' },
];

/** Registers an account of one of the two types. */
export function SignUpForm({
  email,
  onEmail,
  invitationToken = null,
  invitation = null,
  membership = null,
}: Pick<SignUpStart, 'email'> & Partial<SignUpStart> & { onEmail: (email: string) => void }) {
  const { form, submit, failure, mailedTo } = useSignUp({ email, invitationToken, invitation, membership });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const isInstitution = values.userType === 'institution' && values.joins !== true;
  const isInvited = invitation !== null || membership !== null;

  return (
    <Form onSubmit={submit}>
      {mailedTo === null ? null : (
        <Alert tone="success" actions={<ResendConfirmation email={mailedTo} />}>
          Fast geschafft: Öffnen Sie den Link in der Nachricht an {mailedTo}. Dort bestätigen Sie die Adresse und sind
          dann angemeldet.
        </Alert>
      )}
      <FailureAlert failure={failure} />
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
        readOnly={isInvited}
        hint={isInvited ? 'Die Einladung gilt für diese Adresse.' : undefined}
        error={errors.email?.message}
        {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      {isInvited ? null : <AccountTypeField form={form} />}
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

/** The account's type. A trainee has no institution name, not even one typed before. */
function AccountTypeField({ form }: { form: UseFormReturn<SignUpValues> }) {
  return (
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
  );
}
