import type { Appointment } from '@nemus/data';
import { Chip, formatNumber, Row, SampleChip, StatusChip, Text } from '@nemus/ui';
import { statusLabel } from '../../appointments/appointment-state';

const FORMAT_ICONS = { Präsenz: 'place', Online: 'video', Blended: 'area' } as const;

/** The state of an appointment, in chips, with places and the position in the queue. */
export function AppointmentChips({ appointment, now }: { appointment: Appointment; now: number }) {
  const { label, tone } = statusLabel(appointment, now);
  const { participants_taken, capacity, waitlist_position } = appointment;
  return (
    <Row gap={0.75}>
      <StatusChip tone={tone}>{label}</StatusChip>
      {appointment.is_sample && <SampleChip />}
      <Chip tone="primary">{appointment.type}</Chip>
      <Chip icon={FORMAT_ICONS[appointment.format]}>{appointment.format}</Chip>
      <Text as="span" variant="caption" tone="muted" numeric>
        {formatNumber(participants_taken)}/{formatNumber(capacity)} Plätze belegt
      </Text>
      {waitlist_position !== null && (
        <Text as="span" variant="caption" tone="muted" numeric>
          Platz {formatNumber(waitlist_position)} auf der Warteliste
        </Text>
      )}
    </Row>
  );
}
