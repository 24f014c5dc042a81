/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const ID = '00000000-0000-4000-8000-0000000000e1';
const ORDER = '00000000-0000-4000-8000-0000000000b1';
const ROW = {
  id: ID,
  number: 'NE-2026-000042',
  kind: 'cancellation',
  document_code: 381,
  is_sample: false,
  is_collective: false,
  issued_on: '2026-11-20',
  gross_cents: -2_000,
  net_cents: -1_681,
  tax_cents: -319,
  cancels_number: 'NE-2026-000041',
  format: 'zugferd',
  profile: 'en16931',
  missing: null,
  payments: 1,
  buyer: 'Eva Lang',
  email: 'eva@x.example',
  order_id: ORDER,
  sent_at: null,
};
const list = (rows: readonly object[]) => ({ 'rpc/nemus_staff_invoices': () => ({ rows, has_more: false }) });
const body = async (name: string) => (await pages.asked(name).at(-1)?.clone().json()) as unknown;

it('lists documents, and requests what the address says', async () => {
  await pages.open('/academy/orders/invoices?search=Lang&von=2026-11-01&bis=2026-11-30', list([ROW]));
  expect(await screen.findByText('Rechnungskorrektur NE-2026-000042')).toBeVisible();
  expect(screen.getByText('zu NE-2026-000041')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Eva Lang' })).toHaveAttribute('href', `/academy/orders/${ORDER}`);
  expect(await body('rpc/nemus_staff_invoices')).toEqual({
    p_search: 'Lang',
    p_from: '2026-11-01',
    p_until: '2026-11-30',
    p_page: 1,
  });
});

it('names the recipient before it sends a document again, and reports it', async () => {
  const { ports } = await pages.open('/academy/orders/invoices', {
    ...list([ROW]),
    'functions/send-invoice': () => ({ sent: true }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rechnungskorrektur NE-2026-000042 senden …' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/geht an eva@x\.example/)).toBeVisible();
  expect(pages.asked('functions/send-invoice')).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Senden' }));
  await waitFor(() =>
    expect(ports.toasts().map(({ title }) => title)).toEqual(['Rechnungskorrektur NE-2026-000042 gesendet']),
  );
  expect(await body('functions/send-invoice')).toEqual({ invoiceId: ID, email: 'eva@x.example' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('shows the address of today when it changed before sending', async () => {
  let email = 'eva@x.example';
  const { ports } = await pages.open('/academy/orders/invoices', {
    'rpc/nemus_staff_invoices': () => ({ rows: [{ ...ROW, email }], has_more: false }),
    'functions/send-invoice': () => {
      email = 'neu@x.example';
      return json(409, {
        error: { code: 'invoice_recipient_changed', message: 'Die E-Mail-Adresse hat sich geändert.' },
      });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /senden …/ }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(ports.toasts()).toHaveLength(1));
  expect(await within(screen.getByRole('alertdialog')).findByText(/geht an neu@x\.example/)).toBeVisible();
});

it('says that there is none, and that none was found', async () => {
  await pages.open('/academy/orders/invoices', list([]));
  expect(await screen.findByText('Noch keine Rechnungen')).toBeVisible();
  await pages.open('/academy/orders/invoices?search=x', list([]));
  expect(await screen.findByText('Keine Rechnung gefunden')).toBeVisible();
});
