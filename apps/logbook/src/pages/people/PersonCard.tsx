import { CONFIRMER_ROLE_LABELS, type ConfirmerRoleRow, type ConfirmingPerson } from '@nemus/data';
import { Button, Card, formatCount, formatDate, Row, SampleChip, Stack, StatusChip, Text, type Tone } from '@nemus/ui';
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

/** A confirmer: roles, deputies, and actions. */
export function PersonCard({
  person,
  mayChange,
  onEdit,
  onAddRole,
  onEditRole,
  onAddDeputy,
  onEnd,
}: {
  person: ConfirmingPerson;
  /** Others read. */
  mayChange: boolean;
  onEdit: () => void;
  onAddRole: () => void;
  onEditRole: (role: ConfirmerRoleRow) => void;
  onAddDeputy: () => void;
  onEnd: (ending: Ending) => void;
}) {
  const { name, email, state, open, roles, deputies, declined_at: declined } = person;
  const isOn = state !== 'declined';
  return (
    <Card
      as="li"
      level={2}
      title={name}
      subtitle={email}
      aside={
        <Row gap={0.75}>
          {person.is_sample && <SampleChip />}
          <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>
        </Row>
      }
    >
      <Stack gap={1.5}>
        {declined !== null && (
          <Text variant="small">
            Am {formatDate(declined)} abgelehnt. Was noch bei dieser Person liegt, übergeben Sie unter „Auslastung“ an
            jemand anderen.
          </Text>
        )}
        {isOn && roles.length === 0 && (
          <Text variant="small">Noch ohne Rolle: So kann die Person nichts bestätigen.</Text>
        )}
        <Stack as="ul" role="list" gap={0.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {roles.map((role) => (
            <Row as="li" key={role.id} justify="between">
              <Text variant="small" tone={isOver(role.valid_until) ? 'muted' : 'default'}>
                {roleText(role)}
              </Text>
              {isOn && mayChange && (
                <Row gap={1}>
                  <Button
                    size="small"
                    aria-label={`Rolle bearbeiten: ${name}, ${roleText(role)}`}
                    onClick={() => onEditRole(role)}
                  >
                    Bearbeiten
                  </Button>
                  {!isOver(role.valid_until) && (
                    <Button
                      size="small"
                      aria-label={`Rolle beenden: ${name}, ${roleText(role)}`}
                      onClick={() => onEnd({ kind: 'role', id: role.id, title: roleText(role), name })}
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
              {isOn && mayChange && !isOver(deputy.valid_until) && (
                <Button
                  size="small"
                  aria-label={`Vertretung beenden: ${deputy.name} für ${name}`}
                  onClick={() => onEnd({ kind: 'deputy', id: deputy.id, title: deputy.name, name })}
                >
                  Beenden
                </Button>
              )}
            </Row>
          ))}
        </Stack>
        {isOn && (
          <>
            <Text variant="small" tone="muted">
              {open === 0 ? 'Nichts wartet.' : `${formatCount(open, 'Eintrag wartet', 'Einträge warten')}.`}
            </Text>
            {mayChange && (
              <Row>
                <Button size="small" icon="add" aria-label={`Rolle geben: ${name}`} onClick={onAddRole}>
                  Rolle
                </Button>
                <Button size="small" icon="add" aria-label={`Vertretung eintragen: ${name}`} onClick={onAddDeputy}>
                  Vertretung
                </Button>
                <Button size="small" icon="edit" aria-label={`Bearbeiten: ${name}`} onClick={onEdit}>
                  Bearbeiten
                </Button>
                <Button
                  size="small"
                  aria-label={`Von der Liste nehmen: ${name}`}
                  onClick={() => onEnd({ kind: 'person', id: person.id, title: name, name })}
                >
                  Von der Liste nehmen
                </Button>
              </Row>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}
