import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { CONFIRMER_ROLE_LABELS, saveConfirmerRole, type ConfirmerRoleRow, type ConfirmingPerson } from '@nemus/data';
import { today } from '../../week/week';
import { PersonChangeDialog } from './PersonChangeDialog';
import { hasDays, ROLE_FIELDS, RoleFields, roleOf, type RoleForm } from './RoleFields';
import { usePersonChange } from './usePersonChange';

/** Gives a person a role, or changes one. */
export function RoleDialog({
  person,
  given,
  onClose,
}: {
  person: ConfirmingPerson;
  /** Null gives a new one. */
  given: ConfirmerRoleRow | null;
  onClose: () => void;
}) {
  const client = useDataClient();
  const [form, setForm] = useState<RoleForm>({
    role: given?.role ?? 'supervision',
    trainee: given?.trainee_id ?? '',
    site: given?.site ?? '',
    from: given?.valid_from ?? today(),
    until: given?.valid_until ?? '',
  });
  const [asked, setAsked] = useState(false);
  const { save, isPending, at, besides } = usePersonChange(
    () =>
      saveConfirmerRole(client, {
        id: given?.id ?? null,
        confirmerId: person.id,
        ...roleOf(form),
      }),
    `${person.name} hat die Rolle ${CONFIRMER_ROLE_LABELS[form.role]}`,
    onClose,
  );
  return (
    <PersonChangeDialog
      title={given === null ? 'Rolle geben' : 'Rolle bearbeiten'}
      description={person.name}
      problem={besides(...ROLE_FIELDS)}
      isPending={isPending}
      onSave={() => {
        setAsked(true);
        if (hasDays(form)) save();
      }}
      onClose={onClose}
    >
      <RoleFields form={form} asked={asked} at={at} onChange={(change) => setForm({ ...form, ...change })} />
    </PersonChangeDialog>
  );
}
