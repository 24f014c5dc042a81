import { TZDate } from '@date-fns/tz';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Appointment, AppointmentStatus } from '@nemus/data';
import { partName } from './parts';

const ZONE = 'Europe/Berlin';

/** Rules of the zone since 1996, so that a calendar need not know it by name (RFC 5545, 3.6.5). */
const BERLIN = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
X-LIC-LOCATION:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

const STATUS: Readonly<Record<AppointmentStatus, ICalEventStatus>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  waitlist: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/** Link target of the calendar's entries, and their sender. */
export interface CalendarOrigin {
  /** Address of an appointment in the portal. */
  readonly addressOf: (appointmentId: string) => string;
  readonly supportEmail: string;
}

/** An entry for each part of an appointment. The first part has the appointment's own UID, later ones their own. */
const entriesOf = (appointment: Appointment) =>
  appointment.parts?.map((part, place) => ({
    ...part,
    title: `${appointment.title} (${partName(part, place)})`,
  })) ?? [appointment];

/**
 * Writes appointments as an iCalendar file (RFC 5545), in the zone Europe/Berlin. An appointment keeps its UID for ever
 * and counts its SEQUENCE up with every change, so that importing a later file moves or cancels the existing entry. A
 * file of one cancelled appointment removes it from the calendar.
 */
export function writeCalendar(appointments: readonly Appointment[], origin: CalendarOrigin): string {
  const [only, ...others] = appointments;
  const cancels = only?.status === 'cancelled' && others.length === 0;
  const calendar = ical({
    name: 'Nemus Termine',
    prodId: { company: 'Nemus', product: 'Termine', language: 'DE' },
    method: cancels ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // Time zones are per event; one for the whole calendar would remove the `Z` from the stamps, which are UTC.
    timezone: { name: null, generator: () => BERLIN },
  });
  const entries = appointments.flatMap((appointment) =>
    entriesOf(appointment).map((entry) => ({ appointment, entry })),
  );
  for (const { appointment, entry } of entries) {
    calendar.createEvent({
      id: `${entry.id}@termine.nemus`,
      sequence: appointment.calendar_sequence,
      status: STATUS[appointment.status],
      timezone: ZONE,
      start: new TZDate(entry.starts_at, ZONE),
      end: new TZDate(entry.ends_at, ZONE),
      stamp: new Date(appointment.updated_at),
      lastModified: new Date(appointment.updated_at),
      summary: appointment.is_sample ? `Beispiel: ${entry.title}` : entry.title,
      location: appointment.location || appointment.format,
      description: descriptionOf(appointment),
      url: origin.addressOf(appointment.id),
      organizer: { name: 'Nemus', email: origin.supportEmail },
      categories: [{ name: appointment.type }],
    });
  }
  return `${calendar.toString()}\r\n`;
}

function descriptionOf({ type, format, instructor, meeting_url }: Appointment): string {
  const lines = [`${type} (${format})`, `Leitung: ${instructor}`];
  return [...lines, ...(meeting_url === null ? [] : [`Zugang: ${meeting_url}`])].join('\n');
}
