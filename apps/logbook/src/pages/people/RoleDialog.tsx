import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  CONFIRMER_ROLE_LABELS,
  CONFIRMER_ROLES,
  confirmerRoleSchema,
  saveConfirmerRole,
  traineeNamesQuery,
  type ConfirmerRole,
  type ConfirmerRoleRow,
  type ConfirmingPerson,
} from '@nemus/data';
import { DateField, dayProblem, RadioGroup, Select, TextField, type RadioOption } from '@nemus/ui';
import { today } from '../../week/week';
import { PersonChangeDialog } from './PersonChangeDialog';
import { usePersonChange } from './usePersonChange';

const HINTS: Readonly<Record<ConfirmerRole, string>> = {
  leader: 'bestätigt Praxis, Theorie und E-Learning',
  supervision: 'bestätigt Supervision',
  self_experience: 'bestätigt Selbsterfahrung; nie dieselbe Person wie die Befugte',
  lecturer: 'bestätigt Theorie und E-Learning',
};
const OPTIONS: readonly RadioOption<ConfirmerRole>[] = CONFIRMER_ROLES.map((role) => ({
  value: role,
  label: CONFIRMER_ROLE_LABELS[role],
  hint: HINTS[role],
}));

/** Gives a person a role, or changes one: for whom, where, and how long. */
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
  const { userId } = useSession();
  const trainees = useQuery(traineeNamesQuery(client, userId));
  const [role, setRole] = useState<ConfirmerRole>(given?.role ?? 'supervision');
  const [trainee, setTrainee] = useState(given?.trainee_id ?? '');
  const [site, setSite] = useState(given?.site ?? '');
  const [from, setFrom] = useState(given?.valid_from ?? today());
  const [until, setUntil] = useState(given?.valid_until ?? '');
  const [asked, setAsked] = useState(false);
  const { save, isPending, at, besides } = usePersonChange(
    () =>
      saveConfirmerRole(client, {
        id: given?.id ?? null,
        confirmerId: person.id,
        role,
        site,
        traineeId: trainee === '' ? null : trainee,
        validFrom: from,
        validUntil: until === '' ? null : until,
      }),
    `${person.name} hat die Rolle ${CONFIRMER_ROLE_LABELS[role]}`,
    onClose,
  );
  const submit = () => {
    setAsked(true);
    if (from !== '' && dayProblem(from) === null && dayProblem(until) === null) save();
  };
  const other = besides('role', 'trainee', 'site', 'valid_from', 'valid_until');
  return (
    <PersonChangeDialog
      title={given === null ? 'Rolle geben' : 'Rolle bearbeiten'}
      description={person.name}
      problem={other}
      isPending={isPending}
      onSave={submit}
      onClose={onClose}
    >
      <RadioGroup
        label="Rolle"
        options={OPTIONS}
        value={role}
        error={at('role')}
        onValueChange={(value) => setRole(confirmerRoleSchema.parse(value))}
      />
      <Select
        label="Für wen"
        placeholder="Alle PiW"
        options={(trainees.data ?? []).map(({ id, first_name, last_name }) => ({
          value: id,
          label: `${last_name}, ${first_name}`,
        }))}
        value={trainee}
        error={at('trainee')}
        onChange={({ target }) => setTrainee(target.value)}
      />
      <TextField
        label="Stätte"
        optional
        hint="Die Rolle gilt nur für Einträge an dieser Stätte, so wie Ihre PiW sie nennen. Leer heißt: für alle."
        maxLength={200}
        value={site}
        error={at('site')}
        onChange={({ target }) => setSite(target.value)}
      />
      <DateField
        label="Erster Tag"
        hint="Darf zurückliegen: Bestätigt werden Stunden ab diesem Tag."
        value={from}
        error={asked && from === '' ? 'Bitte wählen Sie den ersten Tag.' : at('valid_from')}
        onChange={({ target }) => setFrom(target.value)}
      />
      <DateField
        label="Letzter Tag"
        optional
        hint="Leer heißt: bis auf Weiteres."
        value={until}
        error={at('valid_until')}
        onChange={({ target }) => setUntil(target.value)}
      />
    </PersonChangeDialog>
  );
}
