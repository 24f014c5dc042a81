import { concerns, LEAVES, type DateLetter } from './date-letter.ts';
import { writeCalendarFile, type CalendarEntry } from './documents/calendar.ts';
import { base64, type Attachment } from './mail.ts';

/** Kinds after which the date is in the person's calendar. */
const ENTERS: ReadonlySet<DateLetter['kind']> = new Set(['place_confirmed', 'promoted', 'moved', 'rebooked']);

/**
 * The calendar file of a letter (RFC 5546): a request that adds or updates the entry, or a cancellation that removes
 * it. A date in parts is published with an entry for each, since a request is for one UID; removed parts are cancelled,
 * but none that has begun. Null for a recipient without a place, or when nothing changes.
 *
 * @param organizer the portal's address in calendars
 */
export function dateCalendar(siteUrl: string, organizer: string, letter: DateLetter): Attachment | null {
  const leaves = LEAVES.has(letter.kind);
  if (letter.audience === 'institution' || !letter.has_place || (!leaves && !ENTERS.has(letter.kind))) return null;
  const date: CalendarEntry = {
    id: letter.appointment_id,
    sequence: letter.sequence,
    status: leaves ? 'cancelled' : 'confirmed',
    startsAt: letter.starts_at,
    endsAt: letter.ends_at,
    changedAt: letter.changed_at,
    title: letter.title,
    parts: letter.parts,
    type: letter.type,
    format: letter.format,
    location: letter.location,
    instructor: letter.instructor,
    url: `${siteUrl}/appointments`,
    organizerEmail: organizer,
    attendeeEmail: letter.email,
  };
  const ended = leaves ? (letter.parts ?? []).filter((part) => concerns(letter, part)) : [];
  const gone = [...ended, ...(letter.details.gone ?? [])].map(
    ({ id, starts_at: startsAt, ends_at: endsAt }): CalendarEntry => ({
      ...date,
      parts: null,
      id,
      startsAt,
      endsAt,
      status: 'cancelled',
    }),
  );
  const isSingle = !letter.parts && gone.length === 0;
  const method = isSingle ? (leaves ? 'CANCEL' : 'REQUEST') : 'PUBLISH';
  const entries = leaves && letter.parts ? gone : [date, ...gone];
  if (entries.length === 0) return null;
  const text = writeCalendarFile({ method, entries });
  return {
    filename: 'termin.ics',
    contentType: `text/calendar; method=${method}; charset=utf-8`,
    content: base64(new TextEncoder().encode(text)),
  };
}
