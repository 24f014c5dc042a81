/** Documents and mails of invoices that are paid by bank transfer. */
import { writeCii } from '../_shared/e-invoice/cii.ts';
import { snapshotSchema } from '../_shared/e-invoice/snapshot.ts';
import { reminderMail } from '../_shared/payment-reminders.ts';

const PAYMENT = { holder: 'Nemus GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', due_on: '2026-12-12' };
const TAX = { category: 'S', rate: 19 } as const;
const SNAPSHOT = snapshotSchema.parse({
  id: '00000000-0000-4000-8000-000000000001',
  number: 'NE-2026-000042',
  format: 'zugferd',
  document_code: 380,
  issued_on: '2026-11-28',
  service_on: '2026-11-28',
  service_until: null,
  seller: { name: 'Nemus GmbH' },
  buyer: { name: 'Ambulanz' },
  lines: [{ description: '100 Credits', quantity: 100, gross_cents: 20_000, net_cents: 16_807, tax: TAX }],
  taxes: [{ ...TAX, net_cents: 16_807, tax_cents: 3_193 }],
  net_cents: 16_807,
  tax_cents: 3_193,
  rounding_cents: 0,
  gross_cents: 20_000,
  payment: PAYMENT,
  cancels_number: null,
  cancels_issued_on: null,
});

it('names account, reference and due date, and that nothing is paid', () => {
  const xml = writeCii(SNAPSHOT);
  for (const part of [
    '<ram:PaymentReference>NE-2026-000042<',
    '<ram:TypeCode>58<',
    '<ram:IBANID>DE02120300000000202051<',
    '<ram:BICID>BYLADEM1001<',
    '<ram:DueDateDateTime><udt:DateTimeString format="102">20261212<',
    '<ram:TotalPrepaidAmount>0.00<',
    '<ram:DuePayableAmount>200.00<',
  ])
    expect(xml).toContain(part);
});

it('asks for no money with a correction', () => {
  const { due_on: _due, ...account } = PAYMENT;
  const xml = writeCii({
    ...SNAPSHOT,
    document_code: 381,
    lines: SNAPSHOT.lines.map((line) => ({ ...line, gross_cents: -20_000, net_cents: -16_807 })),
    payment: account,
    cancels_number: 'NE-2026-000041',
  });
  expect(xml).not.toContain('IBANID');
  expect(xml).not.toContain('DueDateDateTime');
  expect(xml).toContain('<ram:Description>Der Betrag wird mit der Rechnung verrechnet.');
});

it.each([
  [1, 20_000, 'Zahlungserinnerung: Rechnung NE-2026-000042', /über 200,00\s€ war am 12\.12\.2026 fällig\./],
  [2, 5_000, 'Zweite Zahlungserinnerung: Rechnung NE-2026-000042', /fällig, davon sind 50,00\s€ offen\./],
] as const)('reminds for time %i of what is open', (step, open, subject, words) => {
  const { subject: sent, text } = reminderMail(
    'https://nemus.example',
    {
      reminder_id: '00000000-0000-4000-8000-000000000002',
      step,
      email: 'a@x.example',
      name: 'Ambulanz am Park',
      user_type: 'institution',
      number: 'NE-2026-000042',
      issued_on: '2026-11-28',
      due_on: '2026-12-12',
      gross_cents: 20_000,
      open_cents: open,
      payment: PAYMENT,
      transaction_id: '00000000-0000-4000-8000-000000000003',
    },
    [],
  );
  expect(sent).toBe(subject);
  expect(text).toMatch(words);
  expect(text).toContain('IBAN DE02 1203 0000 0000 2020 51');
  expect(text).toContain('Verwendungszweck: NE-2026-000042');
  expect(text).not.toContain('bis zum');
});
