import type { Bookkeeping } from '@nemus/data';
import { DATEV_COLUMNS } from './datev-columns';

type Line = Bookkeeping['lines'][number];

/** Texts are quoted, with doubled quotes inside; a line break would end the record. */
const quote = (text: string, longest: number) =>
  `"${text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replaceAll('"', '""')}"`;
/** `-12345` → `123,45`: the sign is in a separate column. */
const amount = (cents: number) => (Math.abs(cents) / 100).toFixed(2).replace('.', ',');
const compact = (day: string) => day.replaceAll('-', '');

/** Content of a file. */
export interface DatevSpan {
  /** First and last day, `yyyy-MM-dd`. */
  readonly from: string;
  readonly until: string;
  readonly madeAt: Date;
}

/**
 * Invoices as a "Buchungsstapel" that DATEV imports (EXTF, category 21, version 13): a header line, a line with the
 * columns, then a booking for each document and treatment: receipts (debit) against revenue. Corrections of an invoice
 * are booked in reverse. Semicolons, comma decimals, CRLF; to be written as Windows-1252.
 */
export function writeDatev({ settings, lines }: Bookkeeping, span: DatevSpan): string {
  const records = lines.filter(({ gross_cents: cents }) => cents !== 0).map((line) => writeBooking(settings, line));
  return [writeHead(settings, span), DATEV_COLUMNS.join(';'), ...records, ''].join('\r\n');
}

/** The 31 fields of the first line. */
function writeHead(settings: Bookkeeping['settings'], { from, until, madeAt }: DatevSpan): string {
  const made = madeAt.toISOString().replaceAll(/\D/g, '');
  return [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    made,
    '',
    '"NE"',
    '""',
    '""',
    settings.consultant,
    settings.client,
    // The financial year is the calendar year.
    `${from.slice(0, 4)}0101`,
    String(settings.account_length),
    compact(from),
    compact(until),
    quote(`Nemus ${from} bis ${until}`, 30),
    '""',
    // 1: bookkeeping; 0: no special purpose; 0: not fixed.
    '1',
    '0',
    '0',
    '"EUR"',
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ].join(';');
}

function writeBooking(settings: Bookkeeping['settings'], line: Line): string {
  const revenue = settings.revenue_accounts[String(line.rate)] ?? '';
  const [, month = '', day = ''] = line.issued_on.split('-');
  const [year = '', serviceMonth = '', serviceDay = ''] = line.service_on.split('-');
  const words = line.cancels_number === null ? line.buyer : `Korrektur ${line.cancels_number} ${line.buyer}`;
  const values: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': amount(line.gross_cents),
    'Soll/Haben-Kennzeichen': line.gross_cents < 0 ? '"H"' : '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: settings.money_account,
    'Gegenkonto (ohne BU-Schlüssel)': revenue,
    Belegdatum: `${day}${month}`,
    'Belegfeld 1': quote(line.number, 36),
    Buchungstext: quote(words, 60),
    Festschreibung: '0',
    Leistungsdatum: `${serviceDay}${serviceMonth}${year}`,
  };
  return DATEV_COLUMNS.map((column) => values[column] ?? '').join(';');
}

/** Rates in percent for which no account is given; their bookings would have none. */
export const missingAccounts = ({ settings, lines }: Bookkeeping): readonly number[] =>
  [...new Set(lines.map(({ rate }) => rate))].filter((rate) => !settings.revenue_accounts[String(rate)]);
