import { ATTENDANCES, refusalText, type Attendance, type DateParticipant } from '@nemus/data';
import { Checkbox, Chip, formatDateTime, Row, Select, Stack, Text, NumberField, VisuallyHidden } from '@nemus/ui';
import { isTickable, type Choice } from './attendance-draft';

/** What is ticked for a person, in words. */
export const ATTENDANCE_LABELS: Readonly<Record<Attendance, string>> = {
  present: 'Anwesend',
  partial: 'Teilweise anwesend',
  absent: 'Nicht anwesend',
};
const OPTIONS = ATTENDANCES.map((value) => ({ value, label: ATTENDANCE_LABELS[value] }));
const isAttendance = (value: string): value is Attendance => OPTIONS.some((option) => option.value === value);

export interface Tick {
  readonly on: boolean;
  readonly onTick: (on: boolean) => void;
}

/** Selects a person of a list. */
export const PersonTick = ({ name, on, onTick }: Tick & { name: string }) => (
  <Checkbox
    label={<VisuallyHidden>{`${name} auswählen`}</VisuallyHidden>}
    checked={on}
    onChange={({ target }) => onTick(target.checked)}
  />
);

/** One person of the list: name, choice and history. */
export function ParticipantRow({
  participant,
  choice,
  error,
  isOpen,
  disabled,
  onChoose,
  tick,
}: {
  participant: DateParticipant;
  choice: Choice;
  error: string | null;
  /** Whether attendance can be recorded; before, there is no empty choice. */
  isOpen: boolean;
  disabled: boolean;
  onChoose: (choice: Choice) => void;
  /** Whether the person is selected for a message or another date; null: cannot be. */
  tick: Tick | null;
}) {
  const { name, email, is_enrolled: isEnrolled, is_own: isOwn } = participant;
  const tickable = isTickable(participant) && (isOpen || choice.attendance !== null);
  return (
    <Row
      as="li"
      justify="between"
      align="start"
      gap={2}
      sx={{ paddingBlock: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {tick !== null && <PersonTick name={name} {...tick} />}
      <Stack gap={0.25} sx={{ flex: '1 1 14rem', overflowWrap: 'anywhere' }}>
        <Text strong>{name}</Text>
        <Text variant="small" tone="muted">
          {email}
        </Text>
        <Text variant="caption" tone="muted">
          {historyOf(participant)}
        </Text>
        {!isEnrolled && (
          <Row gap={0.75}>
            <Chip tone="warning">Nicht mehr eingeschrieben</Chip>
            <Text variant="caption" tone="muted">
              {participant.attendance === null
                ? 'Ohne Buchung wird keine Anwesenheit eingetragen.'
                : 'Was besucht wurde, zählt weiter, und die Teilnahmebescheinigung bleibt gültig.'}
            </Text>
          </Row>
        )}
        {isOwn && (
          <Text variant="caption" tone="muted">
            Das sind Sie: {refusalText('own_attendance', undefined)}
          </Text>
        )}
      </Stack>
      {tickable && (
        <Row gap={1} align="start" sx={{ flex: '0 1 22rem' }}>
          <Select
            label={`Anwesenheit von ${name}`}
            hideLabel
            placeholder="Noch nicht eingetragen"
            options={OPTIONS}
            value={choice.attendance ?? ''}
            disabled={disabled}
            onChange={({ target }) =>
              onChoose({ ...choice, attendance: isAttendance(target.value) ? target.value : null })
            }
          />
          {choice.attendance === 'partial' && (
            <NumberField
              label={`UE von ${name}`}
              hideLabel
              end="UE"
              value={choice.units}
              error={error ?? undefined}
              disabled={disabled}
              onChange={({ target }) => onChoose({ ...choice, units: target.value })}
            />
          )}
        </Row>
      )}
    </Row>
  );
}

/** Who ticked, when and how; and its certificate. */
function historyOf({
  marked_at: at,
  marked_how: how,
  marked_by: by,
  marks,
  part_marks: inParts,
  attendance,
  certificate,
}: DateParticipant): string {
  // In parts, the row knows only the latest change of all of them.
  const isUnmarked = at === null || (inParts !== null && attendance === null);
  const ticked = isUnmarked
    ? marks > 0 && inParts === null && 'Eintragung zurückgenommen'
    : `${how === 'code' ? 'Mit dem Code' : `Von ${by ?? 'der Akademie'}`} am ${formatDateTime(at)} Uhr${inParts !== null ? ' (letzte Änderung)' : marks > 1 ? ', korrigiert' : ''}`;
  return [ticked, certificate !== null && `Bescheinigung ${certificate}`].filter(Boolean).join(' · ');
}
