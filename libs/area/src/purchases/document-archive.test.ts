import type { DataClient, Invoice, ListedInvoice } from '@nemus/data';
import { strFromU8, unzipSync } from 'fflate';
import { createDocumentArchive } from './document-archive';

jest.mock('./draw-invoice', () => ({
  drawInvoice: ({ number }: { number: string }, original: { xml: string } | null) => {
    if (number === 'NE-3') throw new Error('This letter is in no font.');
    return Promise.resolve(new TextEncoder().encode(`%PDF ${number} ${original?.xml ?? 'alone'}`));
  },
}));
const document: Invoice = {
  number: 'NE-1',
  is_sample: false,
  kind: 'invoice',
  issued_on: '2026-10-28',
  service_on: '2026-10-28',
  service_until: null,
  seller: {} as Invoice['seller'],
  buyer: {} as Invoice['buyer'],
  lines: [{ description: 'Kurs Ethik', quantity: 1, unit: 'Teilnahme', gross_cents: 12_000 }],
  document_code: 380,
  is_collective: false,
  taxes: null,
  rounding_cents: 0,
  balance_cents: 0,
  net_cents: 10_084,
  tax_cents: 1_916,
  gross_cents: 12_000,
  tax_rate: 19,
  tax_note: null,
  cancels: null,
  payment: null,
};
const DOCUMENTS: Readonly<Record<string, Invoice>> = {
  first: document,
  mixed: {
    ...document,
    number: 'NE-2',
    is_collective: true,
    rounding_cents: 1,
    taxes: [
      { rate: 19, net_cents: 10_084, tax_cents: 1_916 },
      { rate: 0, note: 'Steuerfrei nach § 4 Nr. 21 UStG', net_cents: 5_000, tax_cents: 0 },
    ],
  },
  undrawn: { ...document, number: 'NE-3' },
  back: {
    ...document,
    number: 'NE-4',
    kind: 'cancellation',
    document_code: 381,
    net_cents: -10_084,
    tax_cents: -1_916,
    gross_cents: -12_000,
    cancels: { number: 'NE-1' },
  },
};
jest.mock('@nemus/data', () => ({
  fetchInvoice: (_client: unknown, id: string) => Promise.resolve(DOCUMENTS[id]),
  fetchInvoiceFile: (_client: unknown, id: string) =>
    Promise.resolve(id === 'mixed' ? { profile: 'xrechnung', xml: '<NE-2/>' } : { profile: 'en16931', xml: '<NE/>' }),
}));
const listed = (...ids: string[]) =>
  ids.map((id) => ({ id, format: id === 'first' ? null : 'zugferd' }) as ListedInvoice);
// The mocks never use it.
const CLIENT = {} as unknown as DataClient;
const create = (ids: string[], onProgress: (done: number) => void = () => {}, signal = new AbortController().signal) =>
  createDocumentArchive(CLIENT, listed(...ids), { name: 'belege-2026', onProgress, signal });
async function filesOf(file: Blob): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

it('has every document, the XML of an XRechnung, and a table whose sums are those of the documents', async () => {
  const progress: number[] = [];
  const { file, missing } = await create(['first', 'mixed', 'back'], (done) => progress.push(done));
  const files = await filesOf(file);
  expect(missing).toEqual([]);
  expect(progress).toEqual([1, 2, 3]);
  expect(files).toMatchObject({
    '2026-10/rechnung-NE-1.pdf': '%PDF NE-1 alone',
    '2026-10/rechnung-NE-2.pdf': '%PDF NE-2 <NE-2/>',
    '2026-10/rechnung-NE-2.xml': '<NE-2/>',
    '2026-10/rechnung-NE-4.pdf': '%PDF NE-4 <NE/>',
  });
  expect(Object.keys(files)).toHaveLength(5);
  expect(files['belege-2026.csv']?.split('\r\n')).toEqual([
    expect.stringMatching(/Netto \(EUR\);Umsatzsteuer \(EUR\);Rundung \(EUR\);Brutto \(EUR\);Hinweis$/),
    'NE-1;28.10.2026;28.10.2026;Rechnung;;Kurs Ethik;19;100,84;19,16;0,00;120,00;',
    'NE-2;28.10.2026;28.10.2026;Sammelrechnung;;Kurs Ethik;19;100,84;19,16;0,01;120,01;',
    'NE-2;28.10.2026;28.10.2026;Sammelrechnung;;Kurs Ethik;0;50,00;0,00;0,00;50,00;Steuerfrei nach § 4 Nr. 21 UStG',
    'NE-4;28.10.2026;28.10.2026;Rechnungskorrektur;NE-1;Kurs Ethik;19;-100,84;-19,16;0,00;-120,00;',
  ]);
});

it('names a document that cannot be drawn, and has the others', async () => {
  const { file, missing } = await create(['undrawn', 'back']);
  expect(missing).toEqual(['NE-3']);
  const files = await filesOf(file);
  expect(files['fehlende-belege.txt']).toBe('NE-3\r\n');
  expect(Object.keys(files)).toContain('2026-10/rechnung-NE-4.pdf');
});

it('ends when it is given up', async () => {
  const controller = new AbortController();
  await expect(create(['back', 'mixed'], () => controller.abort(), controller.signal)).rejects.toThrow();
});
