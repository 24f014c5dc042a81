import type { Bookkeeping } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { DATEV_COLUMNS } from './datev-columns';
import { yearStart, type Span } from './financial-years';

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

/** Content of a file: a span within one financial year. */
export interface DatevSpan extends Span {
  readonly madeAt: Date;
}

/** Names of revenue accounts that have no rate. */
const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  AE: 'Reverse Charge',
  O: 'nicht steuerbare Umsätze',
  voucher: 'Mehrzweck-Gutscheine',
};

/**
 * Invoices as a "Buchungsstapel" that DATEV imports (EXTF, category 21, version 13): a header line, a line with the
 * columns, then a booking for each document and treatment: receipts (debit) against revenue. The part for which no money
 * moved is booked against the account of balances. Invoices that are paid by transfer are receivables, settled by what
 * arrives at the bank. Corrections of an invoice are booked in reverse, fees of the provider
 * against the money account. Semicolons, comma decimals, CRLF; to be written as Windows-1252.
 */
export function writeDatev({ settings, lines, fees, receipts }: Bookkeeping, span: DatevSpan): string {
  const inside = (day: string) => day >= span.from && day <= span.until;
  const records = [
    ...lines
      .filter(({ issued_on: day }) => inside(day))
      .flatMap((line) => [
        bookingOf(
          settings,
          line,
          line.is_transfer ? settings.receivable_account : settings.money_account,
          line.gross_cents - line.balance_cents,
        ),
        bookingOf(settings, line, settings.balance_account, line.balance_cents),
      ]),
    ...receipts
      .filter(({ received_on: day }) => inside(day))
      .map((receipt) => ({
        account: settings.bank_account,
        against: settings.receivable_account,
        cents: receipt.amount_cents,
        day: receipt.received_on,
        service: null,
        reference: receipt.number,
        words: `${receipt.amount_cents < 0 ? 'Rücküberweisung' : 'Zahlung'} ${receipt.buyer}`,
      })),
    ...fees
      .filter(({ charged_on: day }) => inside(day))
      .map((fee) => ({
        account: settings.fee_account,
        against: settings.money_account,
        cents: fee.fee_cents,
        day: fee.charged_on,
        service: null,
        reference: fee.payment_id,
        words: 'Gebühr des Zahlungsanbieters',
      })),
  ];
  const year = yearStart(span.from, settings.year_starts);
  return [
    writeHead(settings, span, year),
    DATEV_COLUMNS.join(';'),
    ...records.filter(({ cents }) => cents !== 0).map((booking) => writeBooking(booking, year)),
    '',
  ].join('\r\n');
}

/** The 31 fields of the first line. */
function writeHead(settings: Bookkeeping['settings'], { from, until, madeAt }: DatevSpan, year: string): string {
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
    compact(year),
    String(settings.account_length),
    compact(from),
    compact(until),
    // 30 characters at most.
    quote(`Nemus ${formatDate(from)}-${formatDate(until)}`, 30),
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

interface Booking {
  readonly account: string;
  readonly against: string;
  readonly cents: number;
  readonly day: string;
  /** Last day of the service; null for fees and payments. */
  readonly service: string | null;
  readonly reference: string;
  readonly words: string;
}

const bookingOf = (settings: Bookkeeping['settings'], line: Line, account: string, cents: number): Booking => ({
  account,
  against: settings.revenue_accounts[line.account] ?? '',
  cents,
  day: line.issued_on,
  service: line.service_on,
  reference: line.number,
  words: line.cancels_number === null ? line.buyer : `Berichtigung ${line.cancels_number} ${line.buyer}`,
});

/** `2026-10-27` → `27102026` */
const written = (day: string) => day.split('-').toReversed().join('');

function writeBooking({ account, against, cents, day, service, reference, words }: Booking, year: string): string {
  // DATEV takes a date of service only with the day of its tax period, and none of another financial year. Without one,
  // the day of the document counts: an advance payment is taxed when it is paid (§ 13 (1) no. 1a UStG).
  const isDated = service !== null && yearStart(service, Number(year.slice(5, 7))) === year;
  const values: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': amount(cents),
    'Soll/Haben-Kennzeichen': cents < 0 ? '"H"' : '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': against,
    Belegdatum: written(day).slice(0, 4),
    'Belegfeld 1': quote(reference, 36),
    Buchungstext: quote(words, 60),
    Festschreibung: '0',
    Leistungsdatum: isDated ? written(service) : '',
    'Datum Zuord. Steuerperiode': isDated ? written(day) : '',
  };
  return DATEV_COLUMNS.map((column) => values[column] ?? '').join(';');
}

/** Accounts that are not given, by name; their bookings would have none. */
export const missingAccounts = ({ settings, lines, fees, receipts }: Bookkeeping): readonly string[] => [
  ...[...new Set(lines.map(({ account }) => account))]
    .filter((account) => !settings.revenue_accounts[account])
    .map((account) => `Erlöskonto für ${ACCOUNT_NAMES[account] ?? `${account} %`}`),
  ...(settings.money_account === '' ? ['Geldkonto'] : []),
  ...(settings.balance_account === '' && lines.some(({ balance_cents: cents }) => cents !== 0)
    ? ['Konto für Guthaben']
    : []),
  ...(settings.receivable_account === '' && (receipts.length > 0 || lines.some((line) => line.is_transfer))
    ? ['Konto für Forderungen']
    : []),
  ...(settings.bank_account === '' && receipts.length > 0 ? ['Bankkonto'] : []),
  ...(settings.fee_account === '' && fees.length > 0 ? ['Konto für Gebühren'] : []),
];
