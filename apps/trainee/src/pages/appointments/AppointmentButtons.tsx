import type { Appointment } from '@nemus/data';
import { useDialogAddress } from '@nemus/area';
import { Button, ButtonLink } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useAttendanceCertificate } from '../../certificates/useCertificateFile';
import { DIALOGS } from '../../paths';
import { useAppointmentTasks } from './appointment-tasks';

// Each button carries the appointment's title in its name: a list has many of them.

/** Confirms a cancellation. */
export function CancelButton({ appointment }: { appointment: Appointment }) {
  const { askToCancel } = useAppointmentTasks();
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Absagen: ${appointment.title}`}
      onClick={() => askToCancel(appointment.id)}
    >
      Absagen
    </Button>
  );
}

/** Opens the rating. */
export function RateButton({ appointment }: { appointment: Appointment }) {
  const { openRating } = useAppointmentTasks();
  const label = appointment.rating === null ? 'Bewertung abgeben' : 'Bewertung ändern';
  return (
    <Button
      icon="star-outline"
      size="small"
      aria-label={`${label}: ${appointment.title}`}
      onClick={() => openRating(appointment.id)}
    >
      {label}
    </Button>
  );
}

/** Saves the certificate of attendance as a PDF. */
export function CertificateButton({ appointment }: { appointment: Appointment }) {
  const certificate = useAttendanceCertificate();
  return (
    <Button
      icon="pdf"
      size="small"
      aria-label={`Teilnahmebescheinigung herunterladen: ${appointment.title}`}
      loading={certificate.isPending}
      onClick={() => certificate.mutate(appointment)}
    >
      Teilnahmebescheinigung herunterladen
    </Button>
  );
}

/** Opens the dates of the course, to choose another one. */
export function ChangeDateButton({ appointment }: { appointment: Appointment }) {
  const { linkTo } = useDialogAddress(DIALOGS.dates);
  if (appointment.course_id === null) return null;
  return (
    <ButtonLink
      component={Link}
      {...linkTo(appointment.course_id)}
      size="small"
      aria-label={`Termin ändern: ${appointment.title}`}
    >
      Termin ändern
    </ButtonLink>
  );
}
