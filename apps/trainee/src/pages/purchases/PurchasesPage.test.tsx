/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const ORDER = '00000000-0000-4000-8000-0000000000b1';
const PURCHASE = {
  id: 't1',
  type: 'course',
  item_name: 'Traumatherapie',
  occurred_at: '2026-11-20T10:00:00+00:00',
  amount_cents: 12_000,
  status: 'completed',
  payment_method: 'card',
  participants: null,
  credits_amount: null,
  billing_period: null,
  service_from: null,
  service_until: null,
  parts: null,
  terms: null,
  is_sample: false,
  invoice: null,
};
const RIGHT = { transaction_id: 't1', order_id: ORDER, until: '2026-12-04', is_open: true, withdrawal: null };
const open = (right: object, invoices: readonly object[] = []) =>
  pages.open('/profile/kaeufe', {
    nemus_transactions: () => [PURCHASE],
    'rpc/nemus_own_transfers': () => ({ offer: null, invoices }),
    'rpc/nemus_own_withdrawals': () => [{ ...RIGHT, ...right }],
    'rpc/nemus_own_invoices': () => [],
  });

it('offers to withdraw from a purchase until its last day', async () => {
  await open({});
  expect(await screen.findByRole('link', { name: 'Vertrag widerrufen: Traumatherapie' })).toHaveAttribute(
    'href',
    `/widerruf?kurs=Traumatherapie&bestellung=${ORDER}`,
  );
  expect(screen.getByText('bis 04.12.2026')).toBeVisible();
});

it.each([
  [null, /^Widerruf W-1 eingegangen am 27\.11\.2026, in Bearbeitung\..* bis 11\.12\.2026 zurück\.$/],
  ['2026-11-28T09:00:00+00:00', /^Widerruf W-1 eingegangen am 27\.11\.2026, bearbeitet am 28\.11\.2026\.$/],
])('shows what became of a withdrawal handled at %s, without the button', async (handled, text) => {
  const withdrawal = { reference: 'W-1', received_at: '2026-11-27T10:00:00+00:00', due_on: '2026-12-11' };
  await open({ is_open: false, withdrawal: { ...withdrawal, handled_at: handled } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Vertrag widerrufen/ })).toBeNull();
});

it('has no button once the time is over', async () => {
  await open({ is_open: false });
  expect(await screen.findByText('Traumatherapie')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Vertrag widerrufen/ })).toBeNull();
});

it('shows what is to be paid by transfer, until when, and where to', async () => {
  await open({}, [
    {
      invoice_id: 'i1',
      order_id: ORDER,
      number: 'NE-2026-000042',
      issued_on: '2026-11-01',
      due_on: '2026-11-15',
      gross_cents: 12_000,
      cancelled_cents: 0,
      received_cents: 0,
      open_cents: 12_000,
      reminded_at: null,
      state: 'due',
      payment: { holder: 'Nemus GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', due_on: '2026-11-15' },
    },
  ]);
  expect(await screen.findByText('DE02 1203 0000 0000 2020 51')).toBeVisible();
  expect(screen.getByText(/^120,00\s€ überfällig$/)).toBeVisible();
  expect(screen.getByText('Bitte überweisen Sie den offenen Betrag.')).toBeVisible();
});
