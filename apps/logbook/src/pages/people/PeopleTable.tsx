import { CONFIRMER_ROLE_LABELS, type ConfirmerRoleRow, type ConfirmingPerson } from '@nemus/data';
import { Button, formatCount, formatDate, Row, SampleChip, Stack, StatusChip, Text, type Tone } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import type { Ending } from './EndDialog';
import { isOver } from '../../week/week';

const STATES: Readonly<Record<ConfirmingPerson['state'], { readonly label: string; readonly tone: Tone }>> = {
  account: { label: 'Mit Konto', tone: 'success' },
  invited: { label: 'Per Link', tone: 'neutral' },
  declined: { label: 'Abgelehnt', tone: 'error' },
};

/** A validity period, in words. */
const periodOf = (from: string, until: string | null) =>
  until === null ? `seit ${formatDate(from)}` : `${formatDate(from)} bis ${formatDate(until)}`;

/** Role, period, whom and where. */
const roleText = ({ role, valid_from, valid_until, trainee_name, site }: ConfirmerRoleRow) =>
  [
    CONFIRMER_ROLE_LABELS[role],
    trainee_name === null ? 'alle PiW' : `nur ${trainee_name}`,
    ...(site === '' ? [] : [site]),
    periodOf(valid_from, valid_until),
  ].join(', ');

/** What can be done with a confirmer. */
export interface PersonActions {
  readonly onEdit: (person: ConfirmingPerson) => void;
  readonly onAddRole: (person: ConfirmingPerson) => void;
  readonly onEditRole: (person: ConfirmingPerson, role: ConfirmerRoleRow) => void;
  readonly onAddDeputy: (person: ConfirmingPerson) => void;
  readonly onEnd: (ending: Ending) => void;
}

/** Confirmers: state, roles, deputies, open entries, and actions. @param actions null for readers */
export function PeopleTable({
  people,
  actions,
}: {
  people: readonly ConfirmingPerson[];
  actions: PersonActions | null;
}) {
  const columns: readonly Column<ConfirmingPerson>[] = [
    { key: 'name', header: 'Person', cell: (person) => <Name person={person} /> },
    { key: 'roles', header: 'Rollen', cell: (person) => <Roles person={person} actions={actions} /> },
    {
      key: 'open',
      header: 'Wartet',
      cell: ({ state, open }) =>
        state === 'declined' ? null : open === 0 ? 'Nichts wartet.' : formatCount(open, 'Eintrag', 'Einträge'),
    },
    ...(actions === null
      ? []
      : [
          {
            key: 'actions',
            header: 'Aktionen',
            hideHeader: true,
            cell: (person: ConfirmingPerson) => <Actions person={person} actions={actions} />,
          },
        ]),
  ];
  return <DataTable caption="Wer bestätigt" columns={columns} rows={people} rowKey={({ id }) => id} />;
}

function Name({
  person: { name, email, state, is_sample: isSample, declined_at: declined },
}: {
  person: ConfirmingPerson;
}) {
  return (
    <Stack gap={0.5}>
      <Text as="h2" variant="small" strong>
        {name}
      </Text>
      <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      <Row gap={0.75}>
        {isSample && <SampleChip />}
        <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>
      </Row>
      {declined !== null && (
        <Text variant="small">
          Am {formatDate(declined)} abgelehnt. Was noch bei dieser Person liegt, übergeben Sie unter „Auslastung“ an
          jemand anderen.
        </Text>
      )}
    </Stack>
  );
}

function Roles({ person, actions }: { person: ConfirmingPerson; actions: PersonActions | null }) {
  const { name, state, roles, deputies } = person;
  const may = state === 'declined' ? null : actions;
  return (
    <Stack as="ul" role="list" gap={0.5} sx={{ listStyle: 'none', padding: 0, margin: 0, textAlign: 'start' }}>
      {state !== 'declined' && roles.length === 0 && (
        <Text as="li" variant="small">
          Noch ohne Rolle: So kann die Person nichts bestätigen.
        </Text>
      )}
      {roles.map((role) => (
        <Row as="li" key={role.id} justify="between">
          <Text variant="small" tone={isOver(role.valid_until) ? 'muted' : 'default'}>
            {roleText(role)}
          </Text>
          {may && (
            <Row gap={1}>
              <Button
                size="small"
                aria-label={`Rolle bearbeiten: ${name}, ${roleText(role)}`}
                onClick={() => may.onEditRole(person, role)}
              >
                Bearbeiten
              </Button>
              {!isOver(role.valid_until) && (
                <Button
                  size="small"
                  aria-label={`Rolle beenden: ${name}, ${roleText(role)}`}
                  onClick={() => may.onEnd({ kind: 'role', id: role.id, title: roleText(role), name })}
                >
                  Beenden
                </Button>
              )}
            </Row>
          )}
        </Row>
      ))}
      {deputies.map((deputy) => (
        <Row as="li" key={deputy.id} justify="between">
          <Text variant="small" tone={isOver(deputy.valid_until) ? 'muted' : 'default'}>
            Vertretung: {deputy.name}, {periodOf(deputy.valid_from, deputy.valid_until)}
          </Text>
          {may && !isOver(deputy.valid_until) && (
            <Button
              size="small"
              aria-label={`Vertretung beenden: ${deputy.name} für ${name}`}
              onClick={() => may.onEnd({ kind: 'deputy', id: deputy.id, title: deputy.name, name })}
            >
              Beenden
            </Button>
          )}
        </Row>
      ))}
    </Stack>
  );
}

function Actions({ person, actions }: { person: ConfirmingPerson; actions: PersonActions }) {
  const { id, name, state } = person;
  if (state === 'declined') return null;
  return (
    <Row gap={1} justify="end">
      <Button size="small" icon="add" aria-label={`Rolle geben: ${name}`} onClick={() => actions.onAddRole(person)}>
        Rolle
      </Button>
      <Button
        size="small"
        icon="add"
        aria-label={`Vertretung eintragen: ${name}`}
        onClick={() => actions.onAddDeputy(person)}
      >
        Vertretung
      </Button>
      <Button size="small" icon="edit" aria-label={`Bearbeiten: ${name}`} onClick={() => actions.onEdit(person)}>
        Bearbeiten
      </Button>
      <Button
        size="small"
        aria-label={`Von der Liste nehmen: ${name}`}
        onClick={() => actions.onEnd({ kind: 'person', id, title: name, name })}
      >
        Von der Liste nehmen
      </Button>
    </Row>
  );
}
