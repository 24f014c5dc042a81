import type { DataClient } from '@nemus/data';
import { strFromU8, unzipSync } from 'fflate';
import { createArchive } from './invoice-archive';

const drawn: string[] = [];
jest.mock('@nemus/area/purchases', () => ({
  documentName: () => 'Rechnung',
  drawInvoice: ({ number }: { number: string }) => {
    drawn.push(number);
    if (number === 'NE-3') throw new Error('This letter is in no font.');
    return Promise.resolve(new TextEncoder().encode(`%PDF ${number}`));
  },
}));
jest.mock('@nemus/area', () => ({
  writeEuros: (cents: number) => (cents / 100).toFixed(2).replace('.', ','),
  writeCsv: (columns: readonly { header: string; value: (row: object) => unknown }[], rows: readonly object[]) =>
    Promise.resolve(
      [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
        .map((cells) => cells.join(';'))
        .join('\n'),
    ),
}));
let books: { lines: readonly object[] };
let stored: { number: string; profile?: string }[];
jest.mock('@nemus/data', () => ({
  fetchBookkeeping: () => Promise.resolve(books),
  writeInvoices: () => Promise.resolve(0),
  fetchInvoiceArchive: (_client: unknown, _span: unknown, after: string) =>
    Promise.resolve(
      stored
        .filter(({ number }) => number > after)
        .slice(0, 2)
        .map(({ number, profile }) => ({
          number,
          issued_on: '2026-10-28',
          original: profile ? { profile, xml: `<${number}/>` } : null,
        })),
    ),
}));

const SPAN = { from: '2026-10-01', until: '2026-10-31' };
const line = (number: string, net: number, tax: number) => ({
  number,
  issued_on: '2026-10-28',
  service_on: '2026-10-28',
  kind: net < 0 ? 'cancellation' : 'invoice',
  document_code: 380,
  cancels_number: null,
  buyer: 'Eva Lang',
  vat_id: '',
  category: 'S',
  rate: 19,
  account: '19',
  net_cents: net,
  tax_cents: tax,
  gross_cents: net + tax,
  balance_cents: 0,
});
// The mocks never use it.
const CLIENT = {} as unknown as DataClient;
const create = (signal = new AbortController().signal, onProgress: (done: number, all: number) => void = () => {}) =>
  createArchive(CLIENT, SPAN, { onProgress, signal });

beforeEach(() => {
  drawn.length = 0;
  books = { lines: [line('NE-1', 10_084, 1_916), line('NE-2', -1_681, -319)] };
  stored = [
    { number: 'NE-1', profile: 'xrechnung' },
    { number: 'NE-2', profile: 'en16931' },
  ];
});

it('contains every document once, the XML of an XRechnung, and a table with net, VAT and gross', async () => {
  const progress: number[] = [];
  const made = await create(undefined, (done) => progress.push(done));
  expect(made).toMatchObject({ documents: 2, missing: [] });
  const files = unzipSync(new Uint8Array((await made?.file.arrayBuffer()) ?? []));
  expect(Object.keys(files).toSorted()).toEqual([
    '2026-10/rechnung-NE-1.pdf',
    '2026-10/rechnung-NE-1.xml',
    '2026-10/rechnung-NE-2.pdf',
    'belege-2026-10-01-2026-10-31.csv',
  ]);
  const table = strFromU8(files['belege-2026-10-01-2026-10-31.csv'] ?? new Uint8Array());
  expect(table).toContain(';100,84;19,16;0,00;120,00');
  expect(table).toContain(';-16,81;-3,19;0,00;-20,00');
  expect(progress).toEqual([1, 2]);
});

it('goes on after a document that cannot be drawn, and names it', async () => {
  books = { lines: [...books.lines, line('NE-3', 1, 0), line('NE-4', 1, 0)] };
  stored = [...stored, { number: 'NE-3' }, { number: 'NE-4' }];
  const made = await create();
  expect(made).toMatchObject({ documents: 3, missing: ['NE-3'] });
  const files = unzipSync(new Uint8Array((await made?.file.arrayBuffer()) ?? []));
  expect(strFromU8(files['fehlende-belege.txt'] ?? new Uint8Array())).toBe('NE-3\r\n');
  expect(files['2026-10/rechnung-NE-4.pdf']).toBeDefined();
});

it('leaves out what is issued after the table was read', async () => {
  stored = [...stored, { number: 'NE-9' }];
  expect(await create()).toMatchObject({ documents: 2, missing: [] });
  expect(drawn).toEqual(['NE-1', 'NE-2']);
});

it('is none without documents, and ends when it is told to', async () => {
  const controller = new AbortController();
  await expect(create(controller.signal, () => controller.abort())).rejects.toThrow();
  expect(drawn).toEqual(['NE-1']);
  books = { lines: [] };
  expect(await create()).toBeNull();
});
