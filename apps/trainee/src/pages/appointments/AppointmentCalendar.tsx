import { useDialogAddress } from '@nemus/area';
import { addDays, addMonths, berlinDay, byDay, DayList, mondayOf, WeekGrid } from '@nemus/area/calendar';
import type { Appointment } from '@nemus/data';
import {
  Button,
  formatCount,
  formatDate,
  formatMonth,
  formatTime,
  Link as TextLink,
  Row,
  Stack,
  Surface,
  Text,
  useMobile,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { statusLabel } from '../../appointments/appointment-state';
import { formatPeriod } from '../../appointments/parts';
import { DIALOGS } from '../../paths';

const UNITS = {
  woche: { previous: 'Vorherige Woche', next: 'Nächste Woche', none: 'In dieser Woche ist kein Termin.' },
  monat: { previous: 'Vorheriger Monat', next: 'Nächster Monat', none: 'In diesem Monat ist kein Termin.' },
} as const;

/** A week or a month of appointments: a table, on phones the days below each other. */
export function AppointmentCalendar({
  appointments,
  now,
  unit,
  day,
  onDay,
}: {
  appointments: readonly Appointment[];
  now: number;
  unit: keyof typeof UNITS;
  /** A day that is shown, `yyyy-MM-dd`; empty is today. */
  day: string;
  onDay: (day: string) => void;
}) {
  const mobile = useMobile();
  const today = berlinDay(new Date(now));
  const shown = day === '' ? today : day;
  const [first, next] = periodOf(shown, unit);
  const earlier = unit === 'woche' ? addDays(first, -7) : `${addMonths(shown.slice(0, 7), -1)}-01`;
  const show = (wanted: string) => {
    const [from, until] = periodOf(wanted, unit);
    onDay(from <= today && today < until ? '' : wanted);
  };
  const days = byDay(appointments);
  const count = new Set([...days].filter(([of]) => of >= first && of < next).flatMap(([, items]) => items)).size;
  const entry = (appointment: Appointment) => (
    <Entry key={`${appointment.id} ${appointment.starts_at}`} appointment={appointment} now={now} />
  );
  const words = UNITS[unit];
  return (
    <Stack gap={2}>
      <Row justify="between">
        <Stack gap={0.25} aria-live="polite">
          <Text as="h2" variant="heading">
            {unit === 'monat'
              ? formatMonth(`${first}T12:00:00Z`)
              : `${formatDate(`${first}T12:00:00Z`)} – ${formatDate(`${addDays(next, -1)}T12:00:00Z`)}`}
          </Text>
          <Text variant="small" tone="muted">
            {count === 0 ? words.none : formatCount(count, 'Termin', 'Termine')}
          </Text>
        </Stack>
        <Row gap={0.5}>
          <Button size="small" icon="chevron-left" onClick={() => show(earlier)}>
            {words.previous}
          </Button>
          <Button size="small" disabled={today >= first && today < next} onClick={() => onDay('')}>
            Heute
          </Button>
          <Button size="small" iconEnd="chevron-right" onClick={() => show(next)}>
            {words.next}
          </Button>
        </Row>
      </Row>
      {mobile ? (
        count > 0 && <DayList {...{ first, next, today, days, entry }} none={words.none} />
      ) : (
        <WeekGrid {...{ first, next, today, days, entry }} />
      )}
    </Stack>
  );
}

/** The first day of the week or month of a day, and the day after its last. */
function periodOf(day: string, unit: keyof typeof UNITS): readonly [first: string, next: string] {
  if (unit === 'woche') return [mondayOf(day), addDays(mondayOf(day), 7)];
  const month = day.slice(0, 7);
  return [`${month}-01`, `${addMonths(month, 1)}-01`];
}

/** An appointment; opens its details. Its state is a word, except for a confirmed place. */
function Entry({ appointment, now }: { appointment: Appointment; now: number }) {
  const { linkTo } = useDialogAddress(DIALOGS.appointment);
  const { label, tone } = statusLabel(appointment, now);
  return (
    <Surface
      kind={tone === 'success' ? 'primary' : tone}
      padding="none"
      sx={{ borderRadius: '4px', paddingInline: 0.75, paddingBlock: 0.5, overflowWrap: 'anywhere' }}
      title={`${formatPeriod(appointment)}, ${label}`}
    >
      <Text variant="caption" sx={{ color: 'text.primary' }}>
        {formatTime(appointment.starts_at)}{' '}
        <TextLink component={Link} {...linkTo(appointment.id)}>
          {appointment.title}
        </TextLink>
      </Text>
      {appointment.status !== 'confirmed' && <Text variant="caption">{label}</Text>}
    </Surface>
  );
}
