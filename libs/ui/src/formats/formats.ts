/**
 * The only formatting of money, numbers and times: German, in the zone Europe/Berlin wherever the reader is. A no-break
 * space joins numbers and units (U+00A0), so that "1.234,00 €" never breaks over two lines; tests compare with `NBSP`,
 * and Testing Library's default matcher reads it as a plain space.
 */
export const NBSP = '\u00A0';
const LOCALE = 'de-DE';
/** Zone of every date and time shown (S-9.2). */
export const TIME_ZONE = 'Europe/Berlin';
/** Written where a value is missing. */
export const MISSING = '–';

/** A moment: a `Date`, an ISO 8601 string (what the database returns) or milliseconds since 1970. */
export type Moment = Date | string | number;

/** Created on first use: seven of them cost 20 ms of every start. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const euro = once(() => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const dateParts = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: TIME_ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
);
const longDate = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: TIME_ZONE,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);
const month = once(() => new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, month: 'long', year: 'numeric' }));
const timeParts = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: TIME_ZONE,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** A minus sign instead of the hyphen, as German typography has it. */
const minus = (text: string) => text.replace('-', '\u2212');

/** Euros as `1.234,00 €`, with a no-break space. Null and non-finite numbers are written as a dash. */
export function formatEuro(euros: number | null | undefined): string {
  return isNumber(euros) ? `${minus(euro().format(euros))}${NBSP}€` : MISSING;
}

/** Integer cents as `1.234,00 €`. */
export function formatCents(cents: number | null | undefined): string {
  return isNumber(cents) ? formatEuro(cents / 100) : MISSING;
}

const numberFormats = new Map<number, Intl.NumberFormat>();

/** Created once: a formatter costs as much as rendering several components. */
function numberFormat(digits: number): Intl.NumberFormat {
  const known = numberFormats.get(digits);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: digits });
  numberFormats.set(digits, made);
  return made;
}

/**
 * A number with German separators and a minus sign, such as `−1.234,5`.
 * @param digits most digits after the comma; trailing zeros are dropped
 */
export function formatNumber(value: number | null | undefined, digits = 2): string {
  return isNumber(value) ? minus(numberFormat(digits).format(value)) : MISSING;
}

/** A share of 0 to 100 as `65 %`, with a no-break space by default without digits after the comma. */
export function formatPercent(percent: number | null | undefined, digits = 0): string {
  return isNumber(percent) ? `${formatNumber(percent, digits)}${NBSP}%` : MISSING;
}

/** Teaching units as `20 UE` (Unterrichtseinheiten). */
export function formatUnits(units: number | null | undefined): string {
  return isNumber(units) ? `${formatNumber(units, 1)}${NBSP}UE` : MISSING;
}

/** Hours as `12 Std.`. */
export function formatHours(hours: number | null | undefined): string {
  return isNumber(hours) ? `${formatNumber(hours, 1)}${NBSP}Std.` : MISSING;
}

/** A count with its noun: `formatCount(1, 'Kurs', 'Kurse')` is `1 Kurs`, with 2 it is `2 Kurse`. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count, 0)} ${count === 1 ? singular : plural}`;
}

/** Date as `dd.MM.yyyy`, the year in four digits whatever it is. A plain date such as `2026-03-01` keeps its day. */
export function formatDate(moment: Moment | null | undefined): string {
  return format(dateParts, moment).replace(/\.(\d{1,3})$/, (_all, year: string) => `.${year.padStart(4, '0')}`);
}

/** First to last day: `12.12.2026 – 14.12.2026`, or the one day. */
export function formatDays(first: Moment, last: Moment): string {
  const [from, to] = [formatDate(first), formatDate(last)];
  return from === to ? from : `${from} – ${to}`;
}

/** Date in words, such as `Sonntag, 1. März 2026`. */
export function formatLongDate(moment: Moment | null | undefined): string {
  return format(longDate, moment);
}

/** Month in words, such as `März 2026`. */
export function formatMonth(moment: Moment | null | undefined): string {
  return format(month, moment);
}

/** Time as `HH:mm`. */
export function formatTime(moment: Moment | null | undefined): string {
  return format(timeParts, moment);
}

/** Date and time as `dd.MM.yyyy, HH:mm`. */
export function formatDateTime(moment: Moment | null | undefined): string {
  const date = formatDate(moment);
  return date === MISSING ? MISSING : `${date}, ${formatTime(moment)}`;
}

function format(parts: () => Intl.DateTimeFormat, moment: Moment | null | undefined): string {
  if (moment === null || moment === undefined || moment === '') return MISSING;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? MISSING : parts().format(date);
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
