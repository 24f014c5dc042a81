import { TZDate } from '@date-fns/tz';
import { writeCalendarFile } from '@nemus/area/calendar-file';
import type { Appointment } from '@nemus/data';

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

/** Link target of the calendar's entries, and their sender. */
export interface CalendarOrigin {
  /** Address of an appointment in the portal. */
  readonly addressOf: (appointmentId: string) => string;
  readonly supportEmail: string;
}

/**
 * Writes appointments as an iCalendar file, in the zone Europe/Berlin. Importing a later file moves or cancels the
 * existing entries. A file of one cancelled appointment removes it from the calendar.
 */
export function writeCalendar(appointments: readonly Appointment[], origin: CalendarOrigin): string {
  const [only, ...others] = appointments;
  return writeCalendarFile({
    name: 'Nemus Termine',
    method: only?.status === 'cancelled' && others.length === 0 ? 'CANCEL' : 'PUBLISH',
    zone: { name: ZONE, rules: BERLIN, timeOf: (moment) => new TZDate(moment, ZONE) },
    entries: appointments.map((appointment) => ({
      id: appointment.id,
      sequence: appointment.calendar_sequence,
      status: appointment.status,
      startsAt: appointment.starts_at,
      endsAt: appointment.ends_at,
      changedAt: appointment.updated_at,
      title: appointment.title,
      parts: appointment.parts,
      isSample: appointment.is_sample,
      type: appointment.type,
      format: appointment.format,
      location: appointment.location,
      instructor: appointment.instructor,
      meetingUrl: appointment.meeting_url,
      url: origin.addressOf(appointment.id),
      organizerEmail: origin.supportEmail,
    })),
  });
}
