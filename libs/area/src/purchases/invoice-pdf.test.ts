import type { Invoice } from '@nemus/data';
import { inflateSync } from 'node:zlib';
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
    postal_code: '10115',
    city: 'Berlin',
    country: 'Deutschland',
    email: 'rechnung@nemus.example',
    tax_number: '30/123/45678',
    vat_id: 'DE123456789',
  },
  buyer: { name: 'Praxis am Park', address: 'Parkstraße 8\n10115 Berlin', email: 'x@y.example', vat_id: 'DE999999999' },
  lines: [{ description: 'Suizidalität einschätzen', quantity: 4, unit: 'Teilnahmen', gross_cents: 108_000 }],
  balance_cents: 0,
  net_cents: 90_756,
  tax_cents: 17_244,
  gross_cents: 108_000,
  tax_rate: 19,
  tax_note: null,
  cancels: null,
};

/** Texts that a PDF of this writer draws, in their order: hexadecimal strings in compressed streams. */
async function textsOf(invoice: Invoice): Promise<string[]> {
  const bytes = Buffer.from(await createInvoicePdf(invoice));
  const raw = bytes.toString('latin1');
  const texts: string[] = [];
  for (const { 1: start, index } of raw.matchAll(/(stream\r?\n)/g)) {
    if (raw.slice(index - 3, index) === 'end') continue;
    const from = index + (start?.length ?? 0);
    try {
      const content = inflateSync(bytes.subarray(from, raw.indexOf('endstream', from))).toString('latin1');
      for (const [, hex = ''] of content.matchAll(/<([0-9A-F]+)> Tj/g)) {
        // The standard fonts are encoded as Windows-1252, which is Latin 1 with a euro sign.
        texts.push(Buffer.from(hex, 'hex').toString('latin1').replaceAll('\u0080', '€'));
      }
    } catch {
      // Fonts and cross references are streams as well.
    }
  }
  return texts;
}

it('states what § 14 (4) UStG asks for', async () => {
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
  ]) {
    expect(text).toContain(part);
  }
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

it('says that a sample is none, and writes foreign letters as it can', async () => {
  const texts = await textsOf({ ...INVOICE, is_sample: true, buyer: { ...INVOICE.buyer, name: 'Łukasz Şahin' } });
  expect(texts).toContain('Rechnung (Muster)');
  expect(texts).toContain('Lukasz Sahin');
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
      description: 'Gutschrift Monatsabonnement für nicht genutzte Zeit',
      gross_cents: -14_950,
      service_from: '2026-11-22',
      service_until: '2026-12-06',
    },
  ];
  const change = { ...INVOICE, lines, service_on: '2026-11-22', service_until: '2027-11-21' };
  const texts = await textsOf({ ...change, gross_cents: 284_050, balance_cents: 84_050 });
  const text = texts.join('\n');
  expect(text).toContain('Leistungszeitraum\n22.11.2026 bis 21.11.2027');
  for (const part of ['2.990,00 €', '-149,50 €', '22.11.2026 bis 06.12.2026', '-840,50 €', '2.000,00 €']) {
    expect(texts.map((one) => one.replaceAll('\u00a0', ' '))).toContain(part);
  }
  expect(texts).toContain('Mit Guthaben verrechnet');
  const back = await textsOf({ ...change, kind: 'cancellation', cancels: { number: 'NE-2026-000041' } });
  expect(back).toContain('Rechnungskorrektur');
  expect(back).toContain('Korrektur zur Rechnung NE-2026-000041');
});
