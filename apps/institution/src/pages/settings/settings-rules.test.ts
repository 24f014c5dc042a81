import { billingSchema, institutionSchema } from './settings-rules';

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
it('writes the VAT id without spaces in capitals', () => {
  expect(billing({ vat_id: 'de 123 456 789' }).data?.vat_id).toBe('DE123456789');
});
