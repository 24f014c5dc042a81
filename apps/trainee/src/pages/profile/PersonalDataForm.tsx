import { useQuery } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard, useDataClient } from '@nemus/area';
import type { Profile } from '@nemus/contract';
import { ownNameQuery, saveAccountNames, savePersonalData, type PersonalData } from '@nemus/data';
import { Button, Form, FormActions, Link as TextLink, Text } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { FormFields } from './FormFields';
import {
  PERSONAL_FIELDS,
  personalDataOf,
  personalFormOf,
  personalFormSchema,
  type PersonalForm,
} from './personal-data';
import { useSave } from './useSave';

const [NAMES = [], ...OTHERS] = PERSONAL_FIELDS;

/** Edits personal data. The e-mail address, and a name that is on a proof, are changed in the account. */
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
  const isProved = useQuery(ownNameQuery(client, profile.userId)).data?.isProved === true;
  const form = useForm<PersonalForm>({
    resolver: zodResolver(personalFormSchema),
    defaultValues: personalFormOf(profile, data),
  });
  const { submit, saving, unsaved } = useSave<PersonalForm>({
    dirty: form.formState.isDirty,
    onDone,
    save: async (values) => {
      const changed = personalDataOf(values);
      const { first_name: first, last_name: last } = changed.names;
      // The names first: refused ones leave everything as it is.
      if (first !== profile.firstName || last !== profile.lastName) {
        await saveAccountNames(client, profile.userId, changed.names);
      }
      await savePersonalData(client, profile.userId, changed.data);
    },
  });
  return (
    <Form
      onSubmit={(event) => void form.handleSubmit((values) => submit(values))(event)}
      aria-label="Persönliche Daten"
    >
      <LeaveGuard when={unsaved} />
      <FormFields
        lines={isProved ? [NAMES.map((field) => ({ ...field, readOnly: true })), ...OTHERS] : PERSONAL_FIELDS}
        form={form}
      />
      <Text variant="small" tone="muted">
        {isProved && (
          <>
            Ihr Name steht auf bestätigten Stunden oder Zertifikaten:{' '}
            <TextLink component={Link} to={paths.name}>
              Anderen Namen beantragen
            </TextLink>
            .{' '}
          </>
        )}
        <TextLink component={Link} to={paths.email}>
          E-Mail-Adresse ändern
        </TextLink>
      </Text>
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
