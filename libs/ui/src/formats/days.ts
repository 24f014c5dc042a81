import { formatDate } from './formats';

/** First and last day that the portal accepts anywhere; `private.nemus_is_day` has the same. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2099-12-31';

/** First and last day of a field, `yyyy-MM-dd`. */
export interface DayBounds {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const MONTHS: readonly string[] = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ');
const PARTS = [
  // As other programs copy it.
  /^(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[.,/ -]+(?<month>\d{1,2})[.,/ -]+(?<year>\d{2,4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{2}|\d{4})$/,
  /^(?<day>\d{1,2})[. ]+(?<name>[a-zäöü]+)[. ]+(?<year>\d{2,4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
] as const;
const two = (part: string) => part.padStart(2, '0');
const isBetween = (day: string, { min = FIRST_DAY, max = LAST_DAY }: DayBounds) => day >= min && day <= max;

/** Whether a text is a day of the calendar that the portal accepts, `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isBetween(text, {})) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/**
 * The day that a person typed or pasted, `yyyy-MM-dd`; null if unreadable. Two digits are a year of this century, unless
 * only the last one has a day within the bounds: `24.02.85` of a birth.
 */
export function readDay(typed: string, bounds: DayBounds = {}): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‐-―−]/g, '-')
    .trim()
    .toLowerCase()
    .replace(/^(?:mo|di|mi|do|fr|sa|so)[a-zä]*\.?,? +/, '');
  for (const pattern of PARTS) {
    const { day, month, name, year } = pattern.exec(text)?.groups ?? {};
    const number =
      name === undefined
        ? month
        : String(
            MONTHS.indexOf(
              name
                .replace('maerz', 'mär')
                .replace('mrz', 'mär')
                .replace('jän', 'jan')
                .replace('feber', 'feb')
                .slice(0, 3),
            ) + 1,
          );
    if (day === undefined || year === undefined || number === undefined) continue;
    const days = (year.length === 2 ? [`20${year}`, `19${year}`] : [year])
      .map((full) => `${full}-${two(number)}-${two(day)}`)
      .filter(isDay);
    const found = days.find((each) => isBetween(each, bounds)) ?? days[0];
    if (found !== undefined) return found;
  }
  return null;
}

/** A day as people read it, `01.02.2026`; other text stays as it is. */
export function writeDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? day : `${date}.${month}.${year}`;
}

/** What is wrong with the value of a date field; null if it is a day within the bounds, or empty. */
export function dayProblem(value: string, { min = FIRST_DAY, max = LAST_DAY }: DayBounds = {}): string | null {
  if (value === '') return null;
  if (!isDay(value)) {
    return /^\d{4}-\d{2}-\d{2}$/.test(value) || /\d\D+\d+\D+\d{3,4}$/.test(value)
      ? 'Bitte prüfen Sie Tag und Jahr: Dieses Datum ist nicht möglich.'
      : 'Bitte geben Sie das Datum als TT.MM.JJJJ an, zum Beispiel 01.02.2026.';
  }
  if (isBetween(value, { min, max })) return null;
  if (max === LAST_DAY) return `Bitte geben Sie einen Tag ab dem ${formatDate(min)} an.`;
  if (min === FIRST_DAY) return `Bitte geben Sie einen Tag bis zum ${formatDate(max)} an.`;
  return `Bitte geben Sie einen Tag vom ${formatDate(min)} bis zum ${formatDate(max)} an.`;
}

/** The time that a person typed, `HH:mm`; null if unreadable: `9`, `930`, `9.30 Uhr`. */
export function readTime(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/ *(?:uhr|h)$/, '');
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?$/.exec(text) ?? [];
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 ? `${two(hour)}:${minute}` : null;
}

/** What is wrong with the value of a time field; null if it is a time, or empty. */
export const timeProblem = (value: string): string | null =>
  value === '' || readTime(value) === value ? null : 'Bitte geben Sie die Uhrzeit als SS:MM an, zum Beispiel 09:30.';
