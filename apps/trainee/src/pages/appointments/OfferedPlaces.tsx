import { useState } from 'react';
import type { Appointment } from '@nemus/data';
import { Alert, Button, ConfirmDialog, formatDateTime, Row, Stack } from '@nemus/ui';
import { formatPeriod } from '../../appointments/parts';
import { useAppointmentChanges } from '../../appointments/useAppointmentChanges';
import { useAppointmentTasks } from './appointment-tasks';

/** Whether a place at a date can no longer be given back. */
const isFixed = ({ change_until: until }: Appointment, now: number) => until !== null && Date.parse(until) <= now;

/** Places that became free after the deadline or on the last day: the person keeps the present date until accepting. */
export function OfferedPlaces({ appointments, now }: { appointments: readonly Appointment[]; now: number }) {
  const { accept } = useAppointmentChanges();
  const { askToCancel } = useAppointmentTasks();
  const [asked, setAsked] = useState<Appointment | null>(null);
  const offered = appointments.flatMap((appointment) =>
    appointment.offered_until !== null && Date.parse(appointment.offered_until) > now
      ? [{ appointment, until: appointment.offered_until }]
      : [],
  );
  if (offered.length === 0) return null;
  return (
    <Stack gap={2}>
      {offered.map(({ appointment, until }) => (
        <Alert
          key={appointment.id}
          tone="info"
          title={`Ein Platz ist frei: ${appointment.title}`}
          actions={
            <Row gap={1}>
              <Button
                size="small"
                variant="primary"
                aria-label={`Platz annehmen: ${appointment.title}`}
                onClick={() => setAsked(appointment)}
              >
                Platz annehmen …
              </Button>
              <Button
                size="small"
                aria-label={`Ablehnen: ${appointment.title}`}
                onClick={() => askToCancel(appointment.id)}
              >
                Ablehnen …
              </Button>
            </Row>
          }
        >
          {`${formatPeriod(appointment)}. Sie können ihn bis ${formatDateTime(until)} Uhr annehmen; danach bieten wir ihn der nächsten Person an. Bis dahin behalten Sie Ihren jetzigen Termin.`}
        </Alert>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title="Platz annehmen?"
        confirmLabel="Platz annehmen"
        busy={accept.isPending}
        onConfirm={() => asked && accept.mutate(asked, { onSettled: () => setAsked(null) })}
        onCancel={() => setAsked(null)}
      >
        {asked === null
          ? ''
          : `„${asked.title}“ am ${formatPeriod(asked)}. Einen anderen Termin dieses Kurses geben Sie damit auf.${isFixed(asked, now) ? ' Die Frist ist vorbei: Den neuen Platz können Sie nicht mehr zurückgeben.' : ''}`}
      </ConfirmDialog>
    </Stack>
  );
}
