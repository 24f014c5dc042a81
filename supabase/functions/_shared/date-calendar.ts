import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { DateLetter } from './date-letter.ts';
import { base64, type Attachment } from './mail.ts';

/** Kinds after which the date is in the person's calendar, and after which it is not. */
const ENTERS: ReadonlySet<DateLetter['kind']> = new Set(['place_confirmed', 'promoted', 'moved', 'rebooked']);
const LEAVES: ReadonlySet<DateLetter['kind']> = new Set(['cancelled', 'place_ended']);

/**
 * The calendar file of a letter (RFC 5545, RFC 5546): a request that adds or updates the entry, or a cancellation that
 * removes it. UID and SEQUENCE are those of the file that the page of appointments saves, so both are one entry: the
 * UID never changes, the SEQUENCE counts the changes. A date in parts is published with an entry for each, since a request
 * is for one UID; removed parts are cancelled. Null for a recipient without a place.
 *
 * @param organizer the portal's address in calendars
 */
export function dateCalendar(siteUrl: string, organizer: string, letter: DateLetter): Attachment | null {
  const leaves = LEAVES.has(letter.kind);
  if (letter.audience === 'institution' || !letter.has_place || (!leaves && !ENTERS.has(letter.kind))) return null;
  const changed = new Date(letter.changed_at);
  const single = [{ id: letter.appointment_id, title: '', starts_at: letter.starts_at, ends_at: letter.ends_at }];
  const gone = letter.details.gone ?? [];
  const entries = [
    ...(letter.parts ?? single).map((part, place) => ({
      ...part,
      leaves,
      summary: letter.parts
        ? `${letter.title} (${part.title === '' ? `Teil ${place + 1}` : `Teil ${place + 1}: ${part.title}`})`
        : letter.title,
    })),
    ...gone.map((part) => ({ ...part, leaves: true, summary: letter.title })),
  ];
  const method =
    entries.length > 1 ? ICalCalendarMethod.PUBLISH : leaves ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: { company: 'Nemus', product: 'Termine', language: 'DE' }, method });
  for (const entry of entries) {
    calendar.createEvent({
      id: `${entry.id}@termine.nemus`,
      sequence: letter.sequence,
      status: entry.leaves ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      start: new Date(entry.starts_at),
      end: new Date(entry.ends_at),
      stamp: changed,
      lastModified: changed,
      summary: entry.summary,
      location: letter.location || letter.format,
      description: [
        `${letter.type} (${letter.format})`,
        ...(letter.instructor === '' ? [] : [`Leitung: ${letter.instructor}`]),
      ].join('\n'),
      url: `${siteUrl}/appointments`,
      organizer: { name: 'Nemus', email: organizer },
      attendees: [{ email: letter.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    });
  }
  return {
    filename: 'termin.ics',
    contentType: `text/calendar; method=${method}; charset=utf-8`,
    content: base64(new TextEncoder().encode(`${calendar.toString()}\r\n`)),
  };
}
