import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { partName } from '../texts/date-parts.ts';

/** A part of a date: an entry of its own. The first one has the date's id. Moments are ISO 8601. */
export interface CalendarPart {
  readonly id: string;
  /** May be empty. */
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** A date as an entry of a calendar, or as one for each part. Moments are ISO 8601. */
export interface CalendarEntry {
  readonly id: string;
  /** Counts the changes: a calendar replaces an entry by one with a higher number. */
  readonly sequence: number;
  readonly status: 'confirmed' | 'completed' | 'waitlist' | 'cancelled';
  readonly startsAt: string;
  readonly endsAt: string;
  readonly changedAt: string;
  readonly title: string;
  readonly parts?: readonly CalendarPart[] | null | undefined;
  readonly isSample?: boolean;
  readonly type: string;
  readonly format: string;
  readonly location: string;
  readonly instructor: string;
  readonly meetingUrl?: string | null;
  /** Its page in the portal. */
  readonly url?: string;
  readonly organizerEmail?: string;
  readonly attendeeEmail?: string;
}

/** A file of entries. */
export interface CalendarFile {
  readonly name?: string;
  /** `PUBLISH` for files and subscriptions; mails request or cancel (RFC 5546). */
  readonly method: 'CANCEL' | 'PUBLISH' | 'REQUEST';
  /** Interval in seconds at which programs should read a subscription again. */
  readonly readAgainAfter?: number;
  /** Zone of the entries' times; UTC by default. */
  readonly zone?: { readonly name: string; readonly rules: string; readonly timeOf: (moment: string) => Date };
  readonly entries: readonly CalendarEntry[];
}

const STATUS: Readonly<Record<CalendarEntry['status'], ICalEventStatus>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  waitlist: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/**
 * Writes dates as iCalendar (RFC 5545), for files, mails and subscriptions alike. A date has the same UID in all of
 * them for ever, and its SEQUENCE counts the changes, so that each moves or cancels the entry of another. The same
 * entries give the same text.
 */
export function writeCalendarFile({ name, method, readAgainAfter, zone, entries }: CalendarFile): string {
  const calendar = ical({
    prodId: { company: 'Nemus', product: 'Termine', language: 'DE' },
    method: ICalCalendarMethod[method],
    ...(name !== undefined && { name }),
    ...(readAgainAfter !== undefined && { ttl: readAgainAfter }),
    // Time zones are per event; one for the whole calendar would remove the `Z` from the stamps, which are UTC.
    ...(zone && { timezone: { name: null, generator: () => zone.rules } }),
  });
  for (const entry of entries.flatMap(inParts)) {
    const changed = new Date(entry.changedAt);
    calendar.createEvent({
      id: `${entry.id}@termine.nemus`,
      sequence: entry.sequence,
      status: STATUS[entry.status],
      timezone: zone?.name ?? null,
      start: zone?.timeOf(entry.startsAt) ?? new Date(entry.startsAt),
      end: zone?.timeOf(entry.endsAt) ?? new Date(entry.endsAt),
      stamp: changed,
      lastModified: changed,
      summary: entry.isSample === true ? `Beispiel: ${entry.title}` : entry.title,
      location: entry.location || entry.format,
      description: descriptionOf(entry),
      categories: [{ name: entry.type }],
      ...(entry.url !== undefined && { url: entry.url }),
      ...(entry.organizerEmail !== undefined && { organizer: { name: 'Nemus', email: entry.organizerEmail } }),
      ...(entry.attendeeEmail !== undefined && {
        attendees: [{ email: entry.attendeeEmail, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
      }),
    });
  }
  return `${calendar.toString()}\r\n`;
}

function inParts({ parts, ...entry }: CalendarEntry): CalendarEntry[] {
  if (!parts) return [entry];
  return parts.map((part, place) => ({
    ...entry,
    id: part.id,
    startsAt: part.starts_at,
    endsAt: part.ends_at,
    title: `${entry.title} (${partName(part, place)})`,
  }));
}

function descriptionOf({ type, format, instructor, meetingUrl }: CalendarEntry): string {
  return [
    `${type} (${format})`,
    ...(instructor === '' ? [] : [`Leitung: ${instructor}`]),
    ...(meetingUrl ? [`Zugang: ${meetingUrl}`] : []),
  ].join('\n');
}
