import type { Bookkeeping } from '@nemus/data';
import { DATEV_COLUMNS } from './datev-columns';
import { missingAccounts, writeDatev } from './datev';
import { financialYears, spanProblem } from './financial-years';
import { encodeWindows1252 } from './windows-1252';

const SETTINGS = {
  consultant: '29098',
  client: '55003',
  account_length: 4,
  year_starts: 1,
  money_account: '1360',
  balance_account: '1700',
  fee_account: '4970',
  receivable_account: '1400',
  bank_account: '1200',
  revenue_accounts: { '19': '8400', '0': '8110' },
};
const LINE: Bookkeeping['lines'][number] = {
  number: 'NE-2026-000042',
  issued_on: '2026-10-28',
  service_on: '2026-10-27',
  kind: 'invoice',
  document_code: 380,
  cancels_number: null,
  buyer: 'Praxis "Süd"; Müller & Söhne',
  vat_id: '',
  category: 'S',
  rate: 19,
  account: '19',
  net_cents: 90_756,
  tax_cents: 17_244,
  gross_cents: 108_000,
  balance_cents: 0,
  is_transfer: false,
};
const SPAN = { from: '2026-10-01', until: '2026-10-31', madeAt: new Date('2026-11-02T08:09:10.123Z') };

/** The fields of a record; semicolons in quotation marks end none. */
const fields = (record: string) =>
  record.match(/("(?:[^"]|"")*"|[^;]*)(;|$)/g)?.map((part) => part.replace(/;$/, '')) ?? [];

it('begins with the file header, in the 31 fields of EXTF', () => {
  const [head = ''] = writeDatev({ settings: SETTINGS, lines: [], fees: [], receipts: [] }, SPAN).split('\r\n');
  const values = head.split(';');
  expect(values).toHaveLength(31);
  expect(values.slice(0, 6)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13', '20261102080910123']);
  expect(values.slice(10, 18)).toEqual([
    '29098',
    '55003',
    '20260101',
    '4',
    '20261001',
    '20261031',
    '"Nemus 01.10.2026-31.10.2026"',
    '""',
  ]);
  expect(values[21]).toBe('"EUR"');
});

it('has the 125 documented columns in their order, and books payments and refunds', () => {
  expect(DATEV_COLUMNS).toHaveLength(125);
  expect(new Set(DATEV_COLUMNS).size).toBe(125);
  expect([DATEV_COLUMNS[19], DATEV_COLUMNS[36], DATEV_COLUMNS[113], DATEV_COLUMNS[114], DATEV_COLUMNS[124]]).toEqual([
    'Beleglink',
    'KOST1 - Kostenstelle',
    'Festschreibung',
    'Leistungsdatum',
    'Abw. Skontokonto',
  ]);
  const refund = {
    ...LINE,
    kind: 'cancellation',
    number: 'NE-2026-000043',
    cancels_number: 'NE-2026-000042',
    gross_cents: -5_005,
    rate: 0,
    account: '0',
  } as const;
  const records = writeDatev({ settings: SETTINGS, lines: [LINE, refund], fees: [], receipts: [] }, SPAN).split('\r\n');
  expect(records).toHaveLength(5);
  expect(records[1]?.split(';')).toEqual(DATEV_COLUMNS);
  const [first, second] = records.slice(2, 4).map((record) => fields(record).slice(0, 125));
  const named = (values: readonly string[] = []) =>
    Object.fromEntries(DATEV_COLUMNS.map((name, index) => [name, values[index]]).filter(([, value]) => value !== ''));
  expect(named(first)).toEqual({
    'Umsatz (ohne Soll/Haben-Kz)': '1080,00',
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: '1360',
    'Gegenkonto (ohne BU-Schlüssel)': '8400',
    Belegdatum: '2810',
    'Belegfeld 1': '"NE-2026-000042"',
    Buchungstext: '"Praxis ""Süd""; Müller & Söhne"',
    Festschreibung: '0',
    Leistungsdatum: '27102026',
    'Datum Zuord. Steuerperiode': '28102026',
  });
  expect(named(second)).toMatchObject({
    'Umsatz (ohne Soll/Haben-Kz)': '50,05',
    'Soll/Haben-Kennzeichen': '"H"',
    'Gegenkonto (ohne BU-Schlüssel)': '8110',
    Buchungstext: '"Berichtigung NE-2026-000042 Praxis ""Süd""; Müller & Söhne"',
  });
});

/** The filled fields of each booking. */
const bookings = (books: Partial<Bookkeeping>, span = SPAN, settings = SETTINGS) =>
  writeDatev({ settings, lines: [], fees: [], receipts: [], ...books }, span)
    .split('\r\n')
    .slice(2, -1)
    .map((record) => {
      const values = fields(record);
      return (name: string) => values[DATEV_COLUMNS.indexOf(name)] ?? '';
    });

it('moves the money account only by money, and books the rest against balances', () => {
  const lines = [
    { ...LINE, number: 'renewal', gross_cents: 29_900, balance_cents: 29_900 },
    { ...LINE, number: 'partly', gross_cents: 29_900, balance_cents: 10_000 },
    { ...LINE, number: 'downgrade', gross_cents: -260_100, balance_cents: -260_100 },
  ];
  expect(
    bookings({ lines }).map((value) => [value('Belegfeld 1'), value('Konto'), value('Umsatz (ohne Soll/Haben-Kz)')]),
  ).toEqual([
    ['"renewal"', '1700', '299,00'],
    ['"partly"', '1360', '199,00'],
    ['"partly"', '1700', '100,00'],
    ['"downgrade"', '1700', '2601,00'],
  ]);
});

it('books invoices by transfer as receivables, and what arrives at the bank against them', () => {
  const lines = [{ ...LINE, is_transfer: true }];
  const receipt = { number: LINE.number, buyer: 'Praxis', received_on: '2026-10-30', reference: 'x' };
  const receipts = [
    { ...receipt, amount_cents: 110_000 },
    { ...receipt, amount_cents: -2_000 },
    { ...receipt, amount_cents: 1, received_on: '2026-11-01' },
  ];
  const named = ['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen'];
  expect(bookings({ lines, receipts }).map((value) => named.map((name) => value(name)))).toEqual([
    ['1400', '8400', '1080,00', '"S"'],
    ['1200', '1400', '1100,00', '"S"'],
    ['1200', '1400', '20,00', '"H"'],
  ]);
  const none = { ...SETTINGS, receivable_account: '', bank_account: '' };
  expect(missingAccounts({ settings: none, lines, fees: [], receipts })).toEqual([
    'Konto für Forderungen',
    'Bankkonto',
  ]);
});

it('books the fees of the provider', () => {
  const fees = [{ payment_id: 'pi_1', charged_on: '2026-10-28', fee_cents: 325 }];
  const [fee] = bookings({ fees });
  expect(
    ['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'Umsatz (ohne Soll/Haben-Kz)', 'Leistungsdatum'].map((name) =>
      fee?.(name),
    ),
  ).toEqual(['4970', '1360', '3,25', '']);
});

it.each([
  [
    '2026-11-15',
    '2027-03-31',
    1,
    [
      ['2026-11-15', '2026-12-31'],
      ['2027-01-01', '2027-03-31'],
    ],
  ],
  [
    '2026-12-01',
    '2027-11-30',
    1,
    [
      ['2026-12-01', '2026-12-31'],
      ['2027-01-01', '2027-11-30'],
    ],
  ],
  ['2026-12-01', '2027-11-30', 12, [['2026-12-01', '2027-11-30']]],
  [
    '2026-06-01',
    '2026-08-31',
    7,
    [
      ['2026-06-01', '2026-06-30'],
      ['2026-07-01', '2026-08-31'],
    ],
  ],
  ['2026-01-01', '2026-01-01', 1, [['2026-01-01', '2026-01-01']]],
])('divides %s to %s, a year from month %i on, into financial years', (from, until, starts, parts) => {
  expect(financialYears({ from, until }, starts).map((part) => [part.from, part.until])).toEqual(parts);
});

it('begins a file with its financial year, and contains no document of another', () => {
  const span = { from: '2027-07-01', until: '2027-07-31', madeAt: SPAN.madeAt };
  const file = writeDatev({ settings: { ...SETTINGS, year_starts: 7 }, lines: [LINE], fees: [], receipts: [] }, span);
  expect(file.split('\r\n')[0]?.split(';')[12]).toBe('20270701');
  expect(file.split('\r\n')).toHaveLength(3);
});

it.each([
  ['2026-10-27', '27102026'],
  ['2026-12-31', '31122026'],
  ['2027-10-27', ''],
  ['2025-12-31', ''],
])('writes a date of service only within the financial year: %s', (service, shown) => {
  const [booking] = bookings({ lines: [{ ...LINE, service_on: service }] });
  expect(booking?.('Leistungsdatum')).toBe(shown);
  expect(booking?.('Datum Zuord. Steuerperiode')).toBe(shown === '' ? '' : '28102026');
});

it.each([
  ['2026-10-02', '2026-10-01', 'Das Ende liegt vor dem Anfang: 02.10.2026 bis 01.10.2026.'],
  ['2026-01-01', '2027-06-01', 'Bitte wählen Sie höchstens 400 Tage.'],
  ['2026-10-01', '2026-10-01', null],
])('explains why %s to %s cannot be exported', (from, until, problem) => {
  expect(spanProblem({ from, until })).toBe(problem);
});

it('names the accounts that are missing', () => {
  const lines = [LINE, { ...LINE, rate: 7, account: '7' }, { ...LINE, account: 'AE', balance_cents: 1 }];
  const fees = [{ payment_id: 'pi_1', charged_on: '2026-10-28', fee_cents: 325 }];
  expect(missingAccounts({ settings: SETTINGS, lines, fees, receipts: [] })).toEqual([
    'Erlöskonto für 7 %',
    'Erlöskonto für Reverse Charge',
  ]);
  const none = { ...SETTINGS, money_account: '', balance_account: '', fee_account: '' };
  expect(missingAccounts({ settings: none, lines, fees, receipts: [] }).slice(2)).toEqual([
    'Geldkonto',
    'Konto für Guthaben',
    'Konto für Gebühren',
  ]);
});

it('is written as Windows-1252, letters that it lacks as near as they can be', () => {
  expect([...encodeWindows1252('Ä€–ß')]).toEqual([0xc4, 0x80, 0x96, 0xdf]);
  expect(Buffer.from(encodeWindows1252('Şahin 😀')).toString('latin1')).toBe('Sahin ?');
  expect(Buffer.from(encodeWindows1252('Łódź Kılıç Đorđe')).toString('latin1')).toBe('Lódz Kiliç Dorde');
});
