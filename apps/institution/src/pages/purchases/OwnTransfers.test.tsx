/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');
const INVOICE = {
  invoice_id: 'i1',
  order_id: 'o1',
  number: 'NE-2026-000042',
  issued_on: '2026-11-01',
  due_on: '2026-11-15',
  gross_cents: 20_000,
  cancelled_cents: 0,
  received_cents: 5_000,
  open_cents: 15_000,
  reminded_at: null,
  state: 'due',
  payment: { holder: 'Nemus GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', due_on: '2026-11-15' },
};
const open = (invoices: readonly object[]) =>
  pages.open('/purchases', {
    nemus_transactions: () => [],
    'rpc/nemus_own_transfers': () => ({ offer: null, invoices }),
  });

it('shows what is open, until when, and where to', async () => {
  await open([INVOICE, { ...INVOICE, invoice_id: 'i2', number: 'NE-2026-000041', open_cents: -1_000, state: 'paid' }]);
  const table = within(await screen.findByRole('table', { name: 'Rechnungen per Überweisung' }));
  expect(table.getByText('Fällig')).toBeVisible();
  expect(table.getByText(/^Sie erhalten 10,00\s€ zurück\.$/)).toBeVisible();
  expect(screen.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible();
  expect(screen.getByText(/^150,00\s€ überfällig$/)).toBeVisible();
});

it('shows nothing without such an invoice', async () => {
  await open([]);
  await waitFor(() => expect(pages.asked('rpc/nemus_own_transfers')).toHaveLength(1));
  expect(await screen.findByText('Noch keine Käufe')).toBeVisible();
  expect(screen.queryByText('Rechnungen per Überweisung')).toBeNull();
});
