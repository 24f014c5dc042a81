import { COMPETENCY_LABELS, type Appointment, type Certificate } from '@nemus/data';
import { formatDate, formatUnits } from '@nemus/ui';
import { formatPeriod } from '../appointments/appointment-state';
import type { CertificateContent } from './certificate-pdf';

/** Who gives out certificates of attendance for the portal's own appointments. */
const PORTAL_ISSUER = 'Nemus Weiterbildungsportal';

/** Certificate of attendance of an appointment that took place. */
export function attendanceCertificate(appointment: Appointment, holder: string): CertificateContent {
  const { id, title, type, format, ends_at, instructor, competency, units } = appointment;
  return {
    heading: 'Teilnahmebescheinigung',
    // That somebody was there is all that it says.
    deed: 'teilgenommen hat an',
    holder,
    title,
    facts: [
      ['Art', `${type} (${format})`],
      ['Termin', formatPeriod(appointment)],
      ...(instructor === '' ? [] : [['Leitung', instructor] as const]),
      ...(competency === null ? [] : [['Kompetenz', COMPETENCY_LABELS[competency]] as const]),
      ...(units === 0 ? [] : [['Umfang', `${formatUnits(units)} zu je 45 Minuten`] as const]),
    ],
    issuer: PORTAL_ISSUER,
    // The first part of the id is short enough to be typed, and finds the appointment.
    number: `T-${id.slice(0, 8).toUpperCase()}`,
    issuedOn: formatDate(ends_at),
  };
}

/** A certificate of the profile. */
export function certificateContent(certificate: Certificate, holder: string): CertificateContent {
  const { title, issuer, number, competency, units, issued_on } = certificate;
  return {
    heading: 'Zertifikat',
    deed: 'erfolgreich teilgenommen hat an',
    holder,
    title,
    facts: [
      ['Umfang', `${formatUnits(units)} zu je 45 Minuten`],
      ...(competency === null ? [] : [['Kompetenz', COMPETENCY_LABELS[competency]] as const]),
    ],
    issuer,
    number,
    issuedOn: formatDate(issued_on),
  };
}
