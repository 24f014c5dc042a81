import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { DateLetter } from './date-letter.ts';
import { base64, type Attachment } from './mail.ts';

/** Kinds after which the date is in the person's calendar, and after which it is not. */
const ENTERS: ReadonlySet<DateLetter['kind']> = new Set(['place_confirmed', 'promoted', 'moved', 'rebooked']);
const LEAVES: ReadonlySet<DateLetter['kind']> = new Set(['cancelled', 'place_ended']);

/**
 * The calendar file of a letter (RFC 5545, RFC 5546): a request that adds or updates the entry, or a cancellation that
 * removes it. UID and SEQUENCE are those of the file that the page of appointments saves, so both are one entry: the
 * UID never changes, the SEQUENCE counts the changes. Null for a recipient without a place.
 *
 * @param organizer the portal's address in calendars
 */
export function dateCalendar(siteUrl: string, organizer: string, letter: DateLetter): Attachment | null {
  const leaves = LEAVES.has(letter.kind);
  if (letter.audience === 'institution' || !letter.has_place || (!leaves && !ENTERS.has(letter.kind))) return null;
  const changed = new Date(letter.changed_at);
  const method = leaves ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: { company: 'Nemus', product: 'Termine', language: 'DE' }, method });
  calendar.createEvent({
    id: `${letter.appointment_id}@termine.nemus`,
    sequence: letter.sequence,
    status: leaves ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: new Date(letter.starts_at),
    end: new Date(letter.ends_at),
    stamp: changed,
    lastModified: changed,
    summary: letter.title,
    location: letter.location || letter.format,
    description: [
      `${letter.type} (${letter.format})`,
      ...(letter.instructor === '' ? [] : [`Leitung: ${letter.instructor}`]),
    ].join('\n'),
    url: `${siteUrl}/appointments`,
    organizer: { name: 'Nemus', email: organizer },
    attendees: [{ email: letter.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return {
    filename: 'termin.ics',
    contentType: `text/calendar; method=${method}; charset=utf-8`,
    content: base64(new TextEncoder().encode(`${calendar.toString()}\r\n`)),
  };
}
