import type { Invoice } from '@nemus/data';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createInvoicePdf } from './invoice-pdf';

const INVOICE: Invoice = {
  number: 'NE-2026-000042',
  is_sample: false,
  kind: 'invoice',
  issued_on: '2026-10-28',
  service_on: '2026-10-27',
  service_until: null,
  seller: {
    name: 'Nemus Weiterbildung GmbH',
    street: 'Musterstraße 1',
    extra_line: '',
    postal_code: '10115',
    city: 'Berlin',
    country: 'Deutschland',
    email: 'rechnung@nemus.example',
    tax_number: '30/123/45678',
    vat_id: 'DE123456789',
    register: 'HRB 12345 B',
    representatives: 'Ina Falk',
  },
  buyer: {
    name: 'Praxis am Park',
    address: 'Parkstraße 8\n10115 Berlin',
    email: 'x@y.example',
    vat_id: 'DE999999999',
    reference: '',
  },
  payment: null,
  lines: [{ description: 'Suizidalität einschätzen', quantity: 4, unit: 'Teilnahmen', gross_cents: 108_000 }],
  balance_cents: 0,
  net_cents: 90_756,
  tax_cents: 17_244,
  gross_cents: 108_000,
  tax_rate: 19,
  tax_note: null,
  document_code: 380,
  is_collective: false,
  taxes: null,
  rounding_cents: 0,
  cancels: null,
};

/** What Mozilla's reader finds in a file, in a separate process: it is only available as an ECMAScript module. */
function readPdf(bytes: Uint8Array) {
  const script = `
    import { buffer } from 'node:stream/consumers';
    import { getDocumentProxy } from 'unpdf';
    const file = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
    const texts = [];
    for (let page = 1; page <= file.numPages; page += 1) {
      const { items } = await (await file.getPage(page)).getTextContent();
      texts.push(...items.map(({ str }) => str).filter((text) => text.trim()));
    }
    const attachments = Object.values((await file.getAttachments()) ?? {}).map(({ filename, content }) => ({
      filename, content: Buffer.from(content).toString('utf8') }));
    const { metadata } = await file.getMetadata();
    console.log(JSON.stringify({ pages: file.numPages, texts, attachments, xmp: metadata?.getRaw?.() ?? '' }));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: bytes,
    cwd: __dirname,
    encoding: 'utf8',
  });
  return readSchema.parse(JSON.parse(answer.trim().split('\n').at(-1) ?? '{}'));
}
const readSchema = z.object({
  pages: z.number(),
  texts: z.array(z.string()),
  attachments: z.array(z.object({ filename: z.string(), content: z.string() })),
  xmp: z.string(),
});

const textsOf = async (invoice: Invoice) =>
  readPdf(await createInvoicePdf(invoice)).texts.map((text) => text.replaceAll('\u00A0', ' '));

it('states what § 14 (4) UStG requires', async () => {
  const text = (await textsOf(INVOICE)).join('\n');
  for (const part of [
    'Nemus Weiterbildung GmbH',
    'Musterstraße 1',
    'Praxis am Park',
    'Parkstraße 8',
    'Steuernummer 30/123/45678',
    'USt-IdNr. DE123456789',
    '28.10.2026',
    'NE-2026-000042',
    '4 Teilnahmen',
    'Suizidalität einschätzen',
    '27.10.2026',
    '907,56 €',
    'zzgl. 19 % Umsatzsteuer',
    '172,44 €',
    '1.080,00 €',
    'HRB 12345 B · Vertreten durch: Ina Falk',
  ]) {
    expect(text).toContain(part);
  }
});

it('says that, when and how it was paid, and that it was in advance', async () => {
  const paid = INVOICE.lines.map((line) => ({ ...line, paid_on: '2026-10-28', paid_by: 'sepa_debit' as const }));
  expect(await textsOf({ ...INVOICE, lines: paid })).toContain('Bezahlt am 28.10.2026: SEPA-Lastschrift.');
  expect((await textsOf(INVOICE)).join()).not.toContain('Bezahlt');
  const advance = await textsOf({ ...INVOICE, lines: paid.map((line) => ({ ...line, is_advance: true })) });
  expect(advance).toContain('nach der Vorauszahlung');
  expect(advance).not.toContain('27.10.2026');
  const abroad = { category: 'AE', rate: 0, note: 'Reverse Charge', net_cents: 108_000, tax_cents: 0 };
  expect(await textsOf({ ...INVOICE, taxes: [abroad] })).toEqual(
    expect.arrayContaining(['Ohne Umsatzsteuer', 'Reverse Charge']),
  );
});

it('names the invoice that it cancels, and why no tax is charged', async () => {
  const texts = await textsOf({
    ...INVOICE,
    kind: 'cancellation',
    cancels: { number: 'NE-2026-000041' },
    tax_rate: 0,
    tax_note: 'Steuerfrei nach § 4 Nr. 21 UStG.',
  });
  expect(texts).toContain('Stornorechnung');
  expect(texts).toContain('Storno zur Rechnung NE-2026-000041');
  expect(texts).toContain('Steuerfrei nach § 4 Nr. 21 UStG.');
});

it('marks a sample, and writes the letters of Europe', async () => {
  const texts = await textsOf({ ...INVOICE, is_sample: true, buyer: { ...INVOICE.buyer, name: 'Łukasz Şahin' } });
  expect(texts).toContain('Rechnung (Muster)');
  expect(texts).toContain('Łukasz Şahin');
});

it('shows the period of a subscription, and what a change of plan charged and credited', async () => {
  const subscription = { quantity: 1, unit: 'Abonnement' };
  const lines = [
    {
      ...subscription,
      description: 'Jahresabonnement',
      gross_cents: 299_000,
      service_from: '2026-11-22',
      service_until: '2027-11-21',
    },
    {
      ...subscription,
      description: 'Nicht genutzte Zeit: Monatsabonnement',
      gross_cents: -14_950,
      service_from: '2026-11-22',
      service_until: '2026-12-06',
    },
  ];
  const change = { ...INVOICE, document_code: null, lines, service_on: '2026-11-22', service_until: '2027-11-21' };
  const texts = await textsOf({ ...change, gross_cents: 284_050, balance_cents: 84_050 });
  const text = texts.join('\n');
  expect(text).toContain('Leistungszeitraum\n22.11.2026 bis 21.11.2027');
  for (const part of ['2.990,00 €', '−149,50 €', '22.11.2026 bis 06.12.2026', '−840,50 €', '2.000,00 €']) {
    expect(texts.map((one) => one.replaceAll('\u00a0', ' '))).toContain(part);
  }
  expect(texts).toContain('Mit Guthaben verrechnet');
  const back = await textsOf({ ...change, kind: 'cancellation', cancels: { number: 'NE-2026-000041' } });
  expect(back).toContain('Rechnungskorrektur');
  expect(back).toContain('Rechnungskorrektur zu NE-2026-000041');
});

it('carries the original as ZUGFeRD embeds it, byte by byte, and is the same file each time', async () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<a>Müller & Söhne</a>\n'.replace('& ', '&amp; ');
  for (const [profile, filename, level] of [
    ['en16931', 'factur-x.xml', 'EN 16931'],
    ['xrechnung', 'xrechnung.xml', 'XRECHNUNG'],
  ] as const) {
    const bytes = await createInvoicePdf(INVOICE, { xml, profile });
    if (process.env.NEMUS_KEEP_PDF) writeFileSync(process.env.NEMUS_KEEP_PDF, bytes);
    const { attachments, xmp } = readPdf(bytes);
    expect(attachments).toEqual([{ filename, content: xml }]);
    const raw = Buffer.from(bytes).toString('latin1');
    for (const part of [
      '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
      `<fx:DocumentFileName>${filename}</fx:DocumentFileName>`,
      `<fx:ConformanceLevel>${level}</fx:ConformanceLevel>`,
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    ])
      expect(raw).toContain(part);
    expect(xmp).toBeDefined();
    expect(raw).toContain('/AFRelationship /Alternative');
    expect(raw).toMatch(/\/AF \[/);
    expect(raw).not.toContain('/Type1');
    expect(Buffer.from(await createInvoicePdf(INVOICE, { xml, profile })).equals(Buffer.from(bytes))).toBe(true);
  }
});

it('continues on further pages, and names every treatment with its legal ground', async () => {
  const exempt = { rate: 0, note: 'Steuerfrei nach § 4 Nr. 21 UStG' };
  const many: Invoice = {
    ...INVOICE,
    is_collective: true,
    rounding_cents: 1,
    buyer: { ...INVOICE.buyer, reference: '04011000-12345-03' },
    lines: Array.from({ length: 70 }, (_, index) => ({
      description: `Kurs ${index + 1}`,
      quantity: 1,
      unit: 'Teilnahme',
      gross_cents: 10_000,
      service_from: '2026-10-02',
      service_until: '2026-10-02',
      tax: index % 2 === 0 ? { rate: 19, note: null } : exempt,
    })),
    taxes: [
      { rate: 19, note: null, net_cents: 294_118, tax_cents: 55_882 },
      { ...exempt, net_cents: 350_000, tax_cents: 0 },
    ],
  };
  const { pages, texts } = readPdf(await createInvoicePdf(many));
  expect(pages).toBeGreaterThan(2);
  const plain = texts.map((text) => text.replaceAll('\u00A0', ' '));
  expect(plain.filter((text) => /^Kurs \d+$/.test(text))).toHaveLength(70);
  for (const part of [
    'Sammelrechnung',
    '04011000-12345-03',
    'zzgl. 19 % Umsatzsteuer auf 2.941,18 €',
    'Umsatzsteuerfrei auf 3.500,00 €',
    'Rundung',
    'Steuerfrei nach § 4 Nr. 21 UStG',
    `Seite ${pages} von ${pages}`,
  ])
    expect(plain).toContain(part);
});
