import type { DateConflict, Holiday, TeachingDate } from '@nemus/data';
import { formatCount, formatDate, formatDateTime, formatTime } from '@nemus/ui';

/** When a date is: `12.12.2026, 10:00 – 12:00 Uhr`; over several days with both days; in parts with their number. */
export function timesOf({
  starts_at,
  ends_at,
  parts,
}: Pick<TeachingDate, 'starts_at' | 'ends_at'> & Partial<Pick<TeachingDate, 'parts'>>): string {
  if (parts) return `${formatDate(starts_at)} – ${formatDate(ends_at)}, ${formatCount(parts.length, 'Teil', 'Teile')}`;
  return formatDate(starts_at) === formatDate(ends_at)
    ? `${formatDateTime(starts_at)} – ${formatTime(ends_at)} Uhr`
    : `${formatDateTime(starts_at)} – ${formatDateTime(ends_at)} Uhr`;
}

/** The moment so many days after another, ISO 8601. */
export const daysFrom = (moment: Date, days: number): string =>
  new Date(moment.getTime() + days * 86_400_000).toISOString();

/** Where a date meets. */
export const placeOf = ({ format, location }: Pick<TeachingDate, 'format' | 'location'>): string =>
  location === '' ? format : `${location} (${format})`;

/** A collision of a date, in a sentence. */
export function conflictText({ kind, name, title, ...times }: DateConflict): string {
  return kind === 'room'
    ? `„${name}“ ist schon belegt: ${title}, ${timesOf(times)}`
    : `${name} hat schon einen Termin: ${title}, ${timesOf(times)}`;
}

const LANDS: Readonly<Record<string, string>> = {
  BB: 'Brandenburg',
  BE: 'Berlin',
  BW: 'Baden-Württemberg',
  BY: 'Bayern',
  HB: 'Bremen',
  HE: 'Hessen',
  HH: 'Hamburg',
  MV: 'Mecklenburg-Vorpommern',
  NI: 'Niedersachsen',
  NW: 'Nordrhein-Westfalen',
  RP: 'Rheinland-Pfalz',
  SH: 'Schleswig-Holstein',
  SL: 'Saarland',
  SN: 'Sachsen',
  ST: 'Sachsen-Anhalt',
  TH: 'Thüringen',
};

/** A holiday of a date: `01.05.2027: Tag der Arbeit, bundesweit`. */
export const holidayText = ({ day, name, lands }: Holiday): string =>
  `${formatDate(day)}: ${name}, ${
    lands === null ? 'bundesweit' : `Feiertag in ${lands.map((land) => LANDS[land] ?? land).join(', ')}`
  }`;

/** A number of people. */
export const peopleText = (count: number): string => formatCount(count, 'Person', 'Personen');
