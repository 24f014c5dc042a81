import { COMPETENCY_LABELS, type Appointment } from '@nemus/data';
import {
  Button,
  DefinitionList,
  Dialog,
  formatLongDate,
  formatTime,
  formatDate,
  formatUnits,
  Link as TextLink,
  Row,
  StarRating,
  Stack,
  Text,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { actionsOf } from '../../appointments/appointment-state';
import { JoinButton } from '../../appointments/JoinButton';
import { PartList } from '../../appointments/PartList';
import { useCalendarFile } from '../../appointments/useCalendarFile';
import { CancelButton, CertificateButton, ChangeDateButton, RateButton } from './AppointmentButtons';
import { AppointmentChips } from './AppointmentChips';
import { WhyCancelled } from './WhyCancelled';

/** Everything about one appointment. */
export function AppointmentDetails({
  appointment,
  now,
  onClose,
}: {
  appointment: Appointment;
  now: number;
  onClose: () => void;
}) {
  const calendar = useCalendarFile();
  const actions = actionsOf(appointment, now);
  return (
    <Dialog open onClose={onClose} title={appointment.title}>
      <Stack gap={2.5} sx={{ paddingBlockEnd: 2 }}>
        <AppointmentChips appointment={appointment} now={now} />
        <WhyCancelled appointment={appointment} />
        {appointment.description !== '' && <Text sx={{ whiteSpace: 'pre-line' }}>{appointment.description}</Text>}
        <PartList parts={appointment.parts} needed={appointment.parts_needed} marks={appointment.part_marks} />
        <DefinitionList dense items={factsOf(appointment)} />
        {appointment.course_id !== null && (
          <TextLink component={Link} to={paths.coursePage(appointment.course_id)}>
            Zum Kurs
          </TextLink>
        )}
        {appointment.rating !== null && (
          <Stack gap={0.5}>
            <StarRating value={appointment.rating} />
            {appointment.feedback !== null && (
              <Text variant="small" tone="muted" sx={{ whiteSpace: 'pre-line' }}>
                {appointment.feedback}
              </Text>
            )}
          </Stack>
        )}
        <Row gap={1} align="start">
          <JoinButton appointment={appointment} now={now} />
          <Button
            icon="appointments"
            size="small"
            loading={calendar.isPending}
            onClick={() => calendar.mutate([appointment])}
          >
            {appointment.status === 'cancelled' ? 'Absage in den Kalender' : 'In den Kalender'}
          </Button>
          {actions.certificate && <CertificateButton appointment={appointment} />}
          {actions.rate && <RateButton appointment={appointment} />}
          {actions.change && <ChangeDateButton appointment={appointment} />}
          {actions.cancel && <CancelButton appointment={appointment} />}
        </Row>
      </Stack>
    </Dialog>
  );
}

function factsOf(appointment: Appointment) {
  const { starts_at, ends_at, location, format, instructor, competency, units, parts } = appointment;
  // Most appointments begin and end on the same day: then it is written once.
  const days = [...new Set([formatLongDate(starts_at), formatLongDate(ends_at)])];
  return [
    { term: 'Datum', value: days.join(' bis ') },
    ...(parts === null ? [{ term: 'Uhrzeit', value: `${formatTime(starts_at)} – ${formatTime(ends_at)} Uhr` }] : []),
    { term: 'Ort', value: location || format },
    { term: 'Leitung', value: instructor },
    ...(competency === null ? [] : [{ term: 'Kompetenz', value: COMPETENCY_LABELS[competency] }]),
    ...(units === 0 ? [] : [{ term: 'Umfang', value: formatUnits(units) }]),
    ...dateFactsOf(appointment),
  ].filter(({ value }) => value !== '');
}

/** Details of a course date: its deadline while it is in the future, and its tick. */
function dateFactsOf({ change_until, status, starts_at, attendance, attended_units }: Appointment) {
  const ahead = (status === 'confirmed' || status === 'waitlist') && attendance === null;
  return [
    ...(ahead && change_until !== null && change_until !== starts_at
      ? [{ term: 'Änderbar bis', value: `${formatDate(change_until)}, ${formatTime(change_until)} Uhr` }]
      : []),
    ...(attendance === null
      ? []
      : [
          {
            term: 'Teilnahme',
            value: attendance === 'absent' ? 'Nicht teilgenommen' : formatUnits(attended_units ?? 0),
          },
        ]),
  ];
}
