import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard, useDataClient } from '@nemus/area';
import type { Profile } from '@nemus/contract';
import { saveAccountNames, savePersonalData, type PersonalData } from '@nemus/data';
import { Button, Form, FormActions } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FormFields } from './FormFields';
import {
  PERSONAL_FIELDS,
  personalDataOf,
  personalFormOf,
  personalFormSchema,
  type PersonalForm,
} from './personal-data';
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
  const form = useForm<PersonalForm>({
    resolver: zodResolver(personalFormSchema),
    defaultValues: personalFormOf(profile, data),
  });
  const { submit, saving, unsaved } = useSave<PersonalForm>({
    dirty: form.formState.isDirty,
    onDone,
    save: async (values) => {
      const changed = personalDataOf(values);
      await savePersonalData(client, profile.userId, changed.data);
      await saveAccountNames(client, profile.userId, changed.names);
    },
  });
  return (
    <Form
      onSubmit={(event) => void form.handleSubmit((values) => submit(values))(event)}
      aria-label="Persönliche Daten"
    >
      <LeaveGuard when={unsaved} />
      <FormFields lines={PERSONAL_FIELDS} form={form} />
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
