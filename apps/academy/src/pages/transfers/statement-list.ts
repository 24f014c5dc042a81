import type { TableRow } from '@nemus/area/tables';
import type { StaffTransfer } from '@nemus/data';
import { formatCents, numberOf, readDay } from '@nemus/ui';
import { cellsOf, missingColumn, readImportTable, type ImportTable, type ReadRow } from '../../import/import-table';

/** What a column of a bank statement contains. */
export const STATEMENT_LABELS = {
  day: 'Buchungstag',
  amount: 'Betrag',
  purpose: 'Verwendungszweck',
  payer: 'Name',
  ignored: 'Nicht übernehmen',
} as const;
export type StatementField = keyof typeof STATEMENT_LABELS;

const HEADS: readonly (readonly [StatementField, RegExp])[] = [
  ['day', /^(?:buchungs?(?:tag|datum)|buchung|datum|date)$/],
  ['amount', /^(?:betrag(?:in)?(?:eur|euro)?|umsatz(?:in)?(?:eur|euro)?|amount)$/],
  ['purpose', /^(?:verwendungszweck|buchungstext|zweck|vorgangverwendungszweck|text|reference)$/],
  [
    'payer',
    /^(?:name|auftraggeber.*|beguenstigter.*|begunstigter.*|zahlungspflichtiger?.*|namezahlungsbeteiligter|gegenkonto(?:inhaber)?|payer)$/,
  ],
];

/** Reads the columns of a bank statement; several can contain the purpose. */
export const readStatementTable = (rows: readonly TableRow[]): ImportTable<StatementField> =>
  readImportTable(rows, HEADS, { main: 'amount', repeated: 'purpose', ignored: 'ignored' });

/** What is missing before payments can be read; null if nothing is. */
export const missingStatementColumn = (table: ImportTable<StatementField>): string | null =>
  missingColumn(table, STATEMENT_LABELS, ['day', 'amount', 'purpose'], ['day', 'amount', 'payer']);

/** A line of a bank statement with the invoice it pays; `invoice` null: nothing is entered for it. */
export interface StatementRow extends ReadRow {
  readonly day: string;
  readonly cents: number;
  readonly payer: string;
  /** What is entered as the reference. */
  readonly text: string;
  readonly invoice: StaffTransfer | null;
}

const LONGEST_TEXT = 300;
/** Numbers as people and banks write them: with blanks, with other dashes, or with none. */
const NUMBER = /NE[\s\-–—_./]*(\d{4})[\s\-–—_./]*(\d{6})(?!\d)/giu;

/** Invoice numbers in a purpose, in their form. */
export const numbersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(NUMBER)].map(([, year = '', count = '']) => `NE-${year}-${count}`)),
];

/** Cents of an amount; money that left is below zero. Some banks say so in a cell of its own: S for Soll, H for Haben. */
function centsOf(cell: string, cells: readonly string[]): number | null {
  const euros = numberOf(cell.replace(/^\+/, '').replace(/\s*[SH]$/i, ''), { digits: 2, min: -1_000_000 });
  if (euros === null) return null;
  const cents = Math.round(euros * 100);
  const isDebit = /\sS$/i.test(cell.trim()) || cells.some((other) => /^(?:s|soll)$/i.test(other.trim()));
  return isDebit ? -Math.abs(cents) : cents;
}

/**
 * Reads the lines of a statement and finds their invoices by number. A line is only taken if it names one invoice, is
 * money that came in, and is not entered yet.
 */
export function readStatement(
  table: ImportTable<StatementField>,
  invoices: readonly StaffTransfer[],
  today: string,
): StatementRow[] {
  const seen = new Set<string>();
  return table.rows.map((row): StatementRow => {
    const cell = (field: StatementField) => cellsOf(table, row, field).join(' ');
    const day = readDay(cell('day')) ?? '';
    const cents = centsOf(cell('amount'), row.cells);
    const text = cell('purpose')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, LONGEST_TEXT);
    const numbers = numbersIn(cell('purpose'));
    const found = invoices.filter(({ number }) => numbers.includes(number));
    const invoice = found.length === 1 ? found[0] : undefined;
    const key = [invoice?.invoice_id, day, cents, text].join('|');
    const problems: string[] = [];
    if (day === '') problems.push('Der Tag fehlt.');
    else if (cents === null) problems.push(`„${cell('amount')}“ ist kein Betrag.`);
    else if (cents <= 0) problems.push('Kein Eingang.');
    else if (numbers.length === 0) problems.push(`${formatCents(cents)}: keine Rechnungsnummer.`);
    else if (found.length === 0) problems.push(`${numbers.join(', ')}: keine Rechnung, die überwiesen wird.`);
    else if (invoice === undefined || numbers.length > 1)
      problems.push(`${numbers.join(', ')}: mehrere Rechnungen. Bitte tragen Sie die Teile von Hand ein.`);
    else if (invoice.is_own)
      problems.push(`${invoice.number}: Ihre Weiterbildungsstätte, bearbeitet eine andere Person.`);
    else if (day < invoice.issued_on || day > today)
      problems.push(`${invoice.number}: Der Tag passt nicht zur Rechnung.`);
    else if (invoice.receipts.some((known) => known.received_on === day && known.amount_cents === cents))
      problems.push(`${invoice.number}: schon eingetragen.`);
    else if (seen.has(key)) problems.push(`${invoice.number}: steht zweimal in der Datei.`);
    seen.add(key);
    const isTaken = problems.length === 0 && invoice !== undefined && cents !== null;
    const left = isTaken ? invoice.open_cents - cents : 0;
    const wentBack = isTaken && invoice.receipts.some((known) => known.amount_cents === -cents);
    return {
      line: row.line,
      problems,
      doubts: [
        ...(wentBack ? [`${invoice.number}: Derselbe Betrag wurde schon zurückgezahlt. Ist das ein Eingang?`] : []),
        ...(!isTaken || left === 0
          ? []
          : [
              left > 0
                ? `${invoice.number}: Es fehlen noch ${formatCents(left)}.`
                : `${invoice.number}: ${formatCents(-left)} zu viel.`,
            ]),
      ],
      day,
      cents: cents ?? 0,
      payer: cell('payer'),
      text,
      invoice: isTaken ? invoice : null,
    };
  });
}
