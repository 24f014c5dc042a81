import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  CONFIRMER_ROLE_LABELS,
  CONFIRMER_ROLES,
  confirmerRoleSchema,
  traineeNamesQuery,
  type ConfirmerRole,
} from '@nemus/data';
import { DateField, dayProblem, formatDate, RadioGroup, Select, Text, TextField, type RadioOption } from '@nemus/ui';
import { today } from '../../week/week';

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

/** What a role says: for whom, where, and how long. Days are `yyyy-MM-dd`, empty for none. */
export interface RoleForm {
  readonly role: ConfirmerRole;
  readonly trainee: string;
  readonly site: string;
  readonly from: string;
  readonly until: string;
}

/** Fields of the database that these fields show words for. */
export const ROLE_FIELDS = ['role', 'trainee', 'site', 'valid_from', 'valid_until'] as const;

/** Whether both days can be sent. */
export const hasDays = ({ from, until }: RoleForm): boolean =>
  from !== '' && dayProblem(from) === null && dayProblem(until) === null;

/** A role as it is sent: null for all trainees, and for no last day. */
export const roleOf = ({ role, site, trainee, from, until }: RoleForm) => ({
  role,
  site,
  traineeId: trainee === '' ? null : trainee,
  validFrom: from,
  validUntil: until === '' ? null : until,
});

/** The fields of a role, for one that is given or changed, and for people who are named with it. */
export function RoleFields({
  form,
  asked,
  at,
  onChange,
}: {
  form: RoleForm;
  /** The form was sent once: an empty first day is told. */
  asked: boolean;
  at: (field: string) => string | undefined;
  onChange: (change: Partial<RoleForm>) => void;
}) {
  const { userId } = useSession();
  const trainees = useQuery(traineeNamesQuery(useDataClient(), userId));
  const { role, trainee, site, from, until } = form;
  return (
    <>
      <RadioGroup
        label="Rolle"
        options={OPTIONS}
        value={role}
        error={at('role')}
        onValueChange={(value) => onChange({ role: confirmerRoleSchema.parse(value) })}
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
        onChange={({ target }) => onChange({ trainee: target.value })}
      />
      <TextField
        label="Stätte"
        optional
        hint="Die Rolle gilt nur für Einträge an dieser Stätte, so wie Ihre PiW sie nennen. Leer heißt: für alle."
        maxLength={200}
        value={site}
        error={at('site')}
        onChange={({ target }) => onChange({ site: target.value })}
      />
      <DateField
        label="Erster Tag"
        hint="Darf bis zu zehn Jahre zurückliegen."
        value={from}
        error={asked && from === '' ? 'Bitte wählen Sie den ersten Tag.' : at('valid_from')}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      {from !== '' && dayProblem(from) === null && (
        <Text variant="small" tone="muted" role="status">
          {from < today()
            ? `Bestätigt werden können auch Stunden seit dem ${formatDate(from)}, die schon eingetragen sind oder nachgetragen werden; ältere nicht.`
            : `Stunden vor dem ${formatDate(from)} können in dieser Rolle nicht bestätigt werden.`}
        </Text>
      )}
      <DateField
        label="Letzter Tag"
        optional
        hint="Leer heißt: bis auf Weiteres."
        value={until}
        error={at('valid_until')}
        onChange={({ target }) => onChange({ until: target.value })}
      />
    </>
  );
}
