import Papa from 'papaparse';
import { createCsv } from './csv';

interface Row {
  readonly name: string;
  readonly hours: number;
}
const COLUMNS = [
  { header: 'Name', value: (row: Row) => row.name },
  { header: 'Stunden', value: (row: Row) => row.hours },
];
const write = (...rows: Row[]) => createCsv(COLUMNS, rows);

it('writes what Excel in Germany opens: byte order mark, semicolons, comma numbers', () => {
  expect(write({ name: 'Jörg Müller', hours: 12.5 })).toBe('\uFEFFName;Stunden\r\nJörg Müller;12,5');
});

it('quotes what would break a line or a cell', () => {
  const text = write({ name: 'Berg; "Anna"\nPraxis', hours: 1 });
  const { data, errors } = Papa.parse<string[]>(text.slice(1), { delimiter: ';' });
  expect(errors).toEqual([]);
  expect(data[1]).toEqual(['Berg; "Anna"\nPraxis', '1']);
});

it.each([
  ['=1+2', "'=1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+cmd|x', "'+cmd|x"],
  ['-2+3+cmd', "'-2+3+cmd"],
])('runs no formula that was typed as a name: %s', (name, safe) => {
  expect(Papa.parse<string[]>(write({ name, hours: 0 }).slice(1), { delimiter: ';' }).data[1]?.[0]).toBe(safe);
});

it.each([
  '3-4',
  '1/2',
  '1.2',
  '01.02',
  '10-12',
  '00123',
  '4006381333931',
  '1234567890123456',
  '1e5',
  '12E3',
  '(123)',
  '1:2:3',
  '+49 170 5551201',
  '+491705551201',
  '01705551201',
  '0221/123456',
  '0221 123456',
  'Mai 2026',
  '3. Mai',
  'Mär-26',
  '2026-11-27',
])('keeps a text that Excel takes for another value: %s', (name) => {
  const [, row] = Papa.parse<string[]>(write({ name, hours: 1 }).slice(1), { delimiter: ';' }).data;
  expect(row).toEqual([`\t${name}`, '1']);
});

it.each(['＝1+2', '\n=1+1', '\u00A0=1+1', '\r\n@x', '\t=1+2', '\t@SUM(A1)', '=HYPERLINK("x")', '-cmd', "+A1+'x'!A1"])(
  'runs no formula: %j',
  (name) => {
    const [, row] = Papa.parse<string[]>(write({ name, hours: 1 }).slice(1), { delimiter: ';' }).data;
    expect(row?.[0]).toBe(`'${name}`);
  },
);

it.each(['-135', '-2.310,00', '120,00', '0', '1.234', '12,5 %', '27.11.2026', '09:30', 'Maria', 'Praxis 3', 'Mai', ''])(
  'leaves numbers as they are: %s',
  (name) => {
    expect(write({ name, hours: 0 })).toContain(`\r\n${name};0`);
  },
);

it('writes the head of an empty list', () => expect(write()).toBe('\uFEFFName;Stunden\r\n'));
