import { billingSchema, institutionSchema, invoiceFormSchema } from './settings-rules';

const INSTITUTION = {
  institution_name: 'Praxis am Park',
  institution_address: 'Parkstraße 8\n10115 Berlin',
  institution_phone: '+49 30 23125 0',
  institution_website: 'https://www.praxis.example',
  institution_description: '',
};
const BILLING = { billing_email: '', vat_id: '' };
const institution = (change: object) => institutionSchema.safeParse({ ...INSTITUTION, ...change });
const billing = (change: object) => billingSchema.safeParse({ ...BILLING, ...change });

it.each([{}, { institution_phone: '', institution_website: '' }])('accepts %j', (change) =>
  expect(institution(change).success).toBe(true),
);
it.each([
  { institution_name: ' ' },
  { institution_phone: 'anrufen' },
  { institution_website: 'kein link' },
  { institution_website: 'javascript:alert(1)' },
  { institution_website: 'ftp://praxis.example' },
  { institution_description: 'x'.repeat(2_001) },
])('refuses %j', (change) => expect(institution(change).success).toBe(false));

it('completes a web address without a scheme', () => {
  expect(institution({ institution_website: 'www.praxis.example' }).data?.institution_website).toBe(
    'https://www.praxis.example',
  );
});

it.each([{}, { billing_email: 'buero@praxis.example' }, { vat_id: 'de 123 456 789' }])('accepts %j', (change) =>
  expect(billing(change).success).toBe(true),
);
it.each([{ billing_email: 'buero' }, { vat_id: '12345' }])('refuses %j', (change) =>
  expect(billing(change).success).toBe(false),
);
it.each([
  'de 123 456 789',
  'DE\u00A0123\u202F456\u2009789',
  '\u200BDE123456789\uFEFF',
  'DE\u2011123\u2013456\u2212789',
  'DE 123.456.789,',
  'ＤＥ１２３４５６７８９',
  'DE123\u00AD456789',
])('writes the VAT id %j without separators in capitals', (pasted) => {
  expect(billing({ vat_id: pasted }).data?.vat_id).toBe('DE123456789');
});

it.each([
  '04011000-1234512345-06',
  '04011000\u20131234512345\u201306',
  '\u00A004011000\u20111234512345\u201106\u200B',
  '０４０１１０００-1234512345-06.',
])('reads the Leitweg-ID %j', (pasted) => {
  const form = { interval: 'single', format: 'xrechnung', buyer_reference: pasted };
  expect(invoiceFormSchema.parse(form).buyer_reference).toBe('04011000-1234512345-06');
});
