import type { Bookkeeping } from '@nemus/data';
import { DATEV_COLUMNS } from './datev-columns';
import { missingAccounts, writeDatev } from './datev';
import { encodeWindows1252 } from './windows-1252';

const SETTINGS = {
  consultant: '29098',
  client: '55003',
  account_length: 4,
  money_account: '1360',
  revenue_accounts: { '19': '8400', '0': '8110' },
};
const LINE: Bookkeeping['lines'][number] = {
  number: 'NE-2026-000042',
  issued_on: '2026-10-28',
  service_on: '2026-10-27',
  kind: 'invoice',
  cancels_number: null,
  buyer: 'Praxis "Süd"; Müller & Söhne',
  category: 'S',
  rate: 19,
  gross_cents: 108_000,
};
const SPAN = { from: '2026-10-01', until: '2026-10-31', madeAt: new Date('2026-11-02T08:09:10.123Z') };

/** The fields of a record; semicolons in quotation marks end none. */
const fields = (record: string) =>
  record.match(/("(?:[^"]|"")*"|[^;]*)(;|$)/g)?.map((part) => part.replace(/;$/, '')) ?? [];

it('begins with the file header, in the 31 fields of EXTF', () => {
  const [head = ''] = writeDatev({ settings: SETTINGS, lines: [] }, SPAN).split('\r\n');
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
    '"Nemus 2026-10-01 bis 2026-10-3"',
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
  } as const;
  const records = writeDatev({ settings: SETTINGS, lines: [LINE, refund] }, SPAN).split('\r\n');
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
  });
  expect(named(second)).toMatchObject({
    'Umsatz (ohne Soll/Haben-Kz)': '50,05',
    'Soll/Haben-Kennzeichen': '"H"',
    'Gegenkonto (ohne BU-Schlüssel)': '8110',
    Buchungstext: '"Korrektur NE-2026-000042 Praxis ""Süd""; Müller & Söhne"',
  });
});

it('says which rates have no account', () => {
  expect(missingAccounts({ settings: SETTINGS, lines: [LINE, { ...LINE, rate: 7 }] })).toEqual([7]);
});

it('is written as Windows-1252, letters that it lacks as near as they can be', () => {
  expect([...encodeWindows1252('Ä€–ß')]).toEqual([0xc4, 0x80, 0x96, 0xdf]);
  expect(Buffer.from(encodeWindows1252('Şahin 😀')).toString('latin1')).toBe('Sahin ?');
});
