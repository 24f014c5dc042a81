import type { Appointment } from '@nemus/data';
import { Text } from '@nemus/ui';

/** That the academy cancelled a date, and why. */
export function WhyCancelled({ appointment }: { appointment: Appointment }) {
  if (!appointment.cancelled_by_academy) return null;
  return (
    <Text variant="small">
      Von der Akademie abgesagt{appointment.cancel_reason === null ? '.' : `: ${appointment.cancel_reason}`}
    </Text>
  );
}
