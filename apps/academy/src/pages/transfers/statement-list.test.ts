import { readTable } from '@nemus/area/tables';
import type { StaffTransfer } from '@nemus/data';
import { missingStatementColumn, numbersIn, readStatement, readStatementTable } from './statement-list';

const INVOICE: StaffTransfer = {
  invoice_id: 'i1',
  order_id: 'o1',
  number: 'NE-2026-000042',
  issued_on: '2026-11-01',
  due_on: '2026-11-15',
  gross_cents: 20_000,
  cancelled_cents: 0,
  received_cents: 0,
  open_cents: 20_000,
  reminded_at: null,
  state: 'open',
  kind: 'credits',
  buyer: 'Ambulanz am Park',
  is_own: false,
  unused_cents: 20_000,
  receipts: [],
};
const OTHER: StaffTransfer = { ...INVOICE, invoice_id: 'i2', number: 'NE-2026-000043' };
const read = (text: string, invoices: readonly StaffTransfer[] = [INVOICE, OTHER]) => {
  const table = readStatementTable(readTable(`Buchungstag;Name;Verwendungszweck;Betrag\n${text}`));
  expect(missingStatementColumn(table)).toBeNull();
  return readStatement(table, invoices, '2026-11-28');
};

it.each([
  ['Rechnung NE-2026-000042 vom 1.11.', ['NE-2026-000042']],
  ['RG NE 2026 000042', ['NE-2026-000042']],
  ['ne2026000042', ['NE-2026-000042']],
  ['NE–2026–000042, NE-2026-000042', ['NE-2026-000042']],
  ['NE-2026-0000421', []],
  ['Spende 2026', []],
])('finds the numbers in "%s"', (text, numbers) => expect(numbersIn(text)).toEqual(numbers));

it('takes a line that names its invoice, with its day, amount and text', () => {
  expect(read('05.11.2026;Ambulanz;NE-2026-000042;200,00 EUR')).toMatchObject([
    {
      day: '2026-11-05',
      cents: 20_000,
      text: 'NE-2026-000042',
      invoice: { invoice_id: 'i1' },
      problems: [],
      doubts: [],
    },
  ]);
});

it('says when too little or too much arrived, and takes it', () => {
  const rows = read('05.11.2026;A;NE-2026-000042;150,00\n05.11.2026;A;NE-2026-000043;1.200,00');
  expect(rows.map(({ doubts, invoice }) => [invoice?.number, ...doubts])).toEqual([
    ['NE-2026-000042', 'NE-2026-000042: Es fehlen noch 50,00\u00a0€.'],
    ['NE-2026-000043', 'NE-2026-000043: 1.000,00\u00a0€ zu viel.'],
  ]);
});

it.each([
  ['05.11.2026;A;NE-2026-000042;-200,00', 'Kein Eingang.'],
  ['05.11.2026;A;Spende;200,00', '200,00\u00a0€: keine Rechnungsnummer.'],
  ['05.11.2026;A;NE-2026-000099;200,00', 'NE-2026-000099: keine Rechnung, die überwiesen wird.'],
  ['05.11.2026;A;NE-2026-000042 NE-2026-000043;400,00', 'mehrere Rechnungen'],
  ['05.10.2026;A;NE-2026-000042;200,00', 'Der Tag passt nicht'],
  ['05.12.2026;A;NE-2026-000042;200,00', 'Der Tag passt nicht'],
  ['05.11.2026;A;NE-2026-000042;viel', 'ist kein Betrag'],
  [';A;NE-2026-000042;200,00', 'Der Tag fehlt.'],
])('takes no %s', (line, problem) => {
  expect(read(line)).toMatchObject([{ invoice: null, problems: [expect.stringContaining(problem)] }]);
});

it('takes a line once: not when it is entered, and not when the file has it twice', () => {
  const line = '05.11.2026;A;NE-2026-000042;200,00';
  expect(read(`${line}\n${line}`).map(({ invoice }) => invoice !== null)).toEqual([true, false]);
  const receipts = [{ received_on: '2026-11-05', amount_cents: 20_000, reference: 'von Hand' }];
  expect(read(line, [{ ...INVOICE, receipts }])).toMatchObject([
    { invoice: null, problems: ['NE-2026-000042: schon eingetragen.'] },
  ]);
});

it('leaves invoices of an institution of the reader to another person', () => {
  expect(read('05.11.2026;A;NE-2026-000042;200,00', [{ ...INVOICE, is_own: true }])).toMatchObject([{ invoice: null }]);
});

it('reads the side of a line where a bank writes it in a cell of its own', () => {
  const rows = readStatement(
    readStatementTable(
      readTable(
        'Buchungstag;Vorgang/Verwendungszweck;Umsatz; \n05.11.2026;NE-2026-000042;200,00;H\n05.11.2026;Rücküberweisung NE-2026-000042;10,00;S',
      ),
    ),
    [INVOICE],
    '2026-11-28',
  );
  expect(rows.map(({ cents, problems }) => [cents, ...problems])).toEqual([[20_000], [-1_000, 'Kein Eingang.']]);
});

it('asks about a line with an amount that went back before', () => {
  const receipts = [{ received_on: '2026-11-06', amount_cents: -1_000, reference: 'Rücküberweisung' }];
  const [row] = read('07.11.2026;A;NE-2026-000042;10,00', [{ ...INVOICE, open_cents: 1_000, receipts }]);
  expect(row?.doubts).toEqual(['NE-2026-000042: Derselbe Betrag wurde schon zurückgezahlt. Ist das ein Eingang?']);
});
