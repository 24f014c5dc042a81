import type { DateLetter } from './date-letter.ts';
import { writeCalendarFile } from './documents/calendar.ts';
import { base64, type Attachment } from './mail.ts';

/** Kinds after which the date is in the person's calendar, and after which it is not. */
const ENTERS: ReadonlySet<DateLetter['kind']> = new Set(['place_confirmed', 'promoted', 'moved', 'rebooked']);
const LEAVES: ReadonlySet<DateLetter['kind']> = new Set(['cancelled', 'place_ended']);

/**
 * The calendar file of a letter (RFC 5546): a request that adds or updates the entry, or a cancellation that removes
 * it. Null for a recipient without a place.
 *
 * @param organizer the portal's address in calendars
 */
export function dateCalendar(siteUrl: string, organizer: string, letter: DateLetter): Attachment | null {
  const leaves = LEAVES.has(letter.kind);
  if (letter.audience === 'institution' || !letter.has_place || (!leaves && !ENTERS.has(letter.kind))) return null;
  const method = leaves ? 'CANCEL' : 'REQUEST';
  const text = writeCalendarFile({
    method,
    entries: [
      {
        id: letter.appointment_id,
        sequence: letter.sequence,
        status: leaves ? 'cancelled' : 'confirmed',
        startsAt: letter.starts_at,
        endsAt: letter.ends_at,
        changedAt: letter.changed_at,
        title: letter.title,
        type: letter.type,
        format: letter.format,
        location: letter.location,
        instructor: letter.instructor,
        url: `${siteUrl}/appointments`,
        organizerEmail: organizer,
        attendeeEmail: letter.email,
      },
    ],
  });
  return {
    filename: 'termin.ics',
    contentType: `text/calendar; method=${method}; charset=utf-8`,
    content: base64(new TextEncoder().encode(text)),
  };
}
