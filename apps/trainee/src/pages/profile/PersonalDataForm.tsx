import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard, useDataClient } from '@nemus/area';
import type { Profile } from '@nemus/contract';
import { saveAccountNames, savePersonalData, type PersonalData } from '@nemus/data';
import { Button, Form, FormActions, FormRow, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { personalDataOf, personalFormOf, personalFormSchema, type PersonalForm } from './personal-data';
import { useSave } from './useSave';

/** Edits personal data. The e-mail address belongs to the login and is not changed here. */
export function PersonalDataForm({
  profile,
  data,
  onDone,
}: {
  profile: Profile;
  data: PersonalData;
  onDone: () => void;
}) {
  const client = useDataClient();
  const { register, handleSubmit, formState } = useForm<PersonalForm>({
    resolver: zodResolver(personalFormSchema),
    defaultValues: personalFormOf(profile, data),
  });
  const { errors, isDirty } = formState;
  const { submit, saving, unsaved } = useSave<PersonalForm>({
    dirty: isDirty,
    onDone,
    save: async (form) => {
      await savePersonalData(client, profile.userId, personalDataOf(form));
      await saveAccountNames(client, profile.userId, { first_name: form.firstName, last_name: form.lastName });
    },
  });
  return (
    <Form onSubmit={(event) => void handleSubmit((form) => submit(form))(event)} aria-label="Persönliche Daten">
      <LeaveGuard when={unsaved} />
      <FormRow>
        <TextField
          label="Vorname"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Nachname"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </FormRow>
      <TextField
        label="Telefon"
        type="tel"
        optional
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField
        label="Straße und Hausnummer"
        optional
        autoComplete="address-line1"
        error={errors.street?.message}
        {...register('street')}
      />
      <FormRow>
        <TextField
          label="Postleitzahl"
          optional
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.postalCode?.message}
          {...register('postalCode')}
        />
        <TextField
          label="Ort"
          optional
          autoComplete="address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
      </FormRow>
      <TextField
        label="Geburtsdatum"
        type="date"
        optional
        autoComplete="bday"
        error={errors.birthDate?.message}
        {...register('birthDate')}
      />
      <FormActions>
        <Button type="submit" variant="primary" loading={saving}>
          Änderungen speichern
        </Button>
        <Button onClick={onDone} disabled={saving}>
          Abbrechen
        </Button>
      </FormActions>
    </Form>
  );
}
