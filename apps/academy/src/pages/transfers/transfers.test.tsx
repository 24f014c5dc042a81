/** @jest-environment ../../jest.browser.mjs */
import type { StaffTransfer } from '@nemus/data';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const ID = '00000000-0000-4000-8000-0000000000e1';
const ROW: StaffTransfer = {
  invoice_id: ID,
  order_id: '00000000-0000-4000-8000-0000000000b1',
  number: 'NE-2026-000042',
  issued_on: '2026-11-01',
  due_on: '2026-11-15',
  gross_cents: 20_000,
  cancelled_cents: 0,
  received_cents: 0,
  open_cents: 20_000,
  reminded_at: null,
  state: 'due',
  kind: 'credits',
  buyer: 'Ambulanz am Park',
  is_own: false,
  unused_cents: 12_000,
  receipts: [],
};
const list = (rows: readonly StaffTransfer[], account = true) => ({
  'rpc/nemus_staff_transfers': () => ({
    has_account: account,
    has_more: false,
    sums: { open_cents: 20_000, due_cents: 20_000, owed_cents: 0 },
    rows,
  }),
});
const body = async (name: string) => (await pages.asked(name).at(-1)?.clone().json()) as unknown;
const fill = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

it('lists what is not settled, and requests the state of the address', async () => {
  await pages.open('/academy/orders/transfers', list([ROW]));
  expect(await screen.findByText('Ambulanz am Park')).toBeVisible();
  expect(within(screen.getByRole('table')).getByText('Fällig')).toBeVisible();
  expect(await body('rpc/nemus_staff_transfers')).toEqual({ p_state: 'unsettled' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Stand' }), { target: { value: 'paid' } });
  await waitFor(async () => expect(await body('rpc/nemus_staff_transfers')).toEqual({ p_state: 'paid' }));
});

it('enters a payment with amount, day and text', async () => {
  const { ports } = await pages.open('/academy/orders/transfers', {
    ...list([ROW]),
    'rpc/nemus_enter_receipts': () => ({ entered: 1, known: 0 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Zahlung für NE-2026-000042 eintragen …' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Eintragen' }));
  expect(await dialog.findByText('Bitte geben Sie den Buchungstext an.')).toBeVisible();
  expect(pages.asked('rpc/nemus_enter_receipts')).toHaveLength(0);
  fill('Betrag in Euro', '150,50');
  fill('Tag der Buchung', '20.11.2026');
  fill('Buchungstext', ' Überweisung ');
  fireEvent.click(dialog.getByRole('button', { name: 'Eintragen' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Zahlung eingetragen']));
  expect(await body('rpc/nemus_enter_receipts')).toEqual({
    p_lines: [{ invoice_id: ID, amount_cents: 15_050, received_on: '2026-11-20', reference: 'Überweisung' }],
  });
});

it('sends an overpaid sum back as a negative amount', async () => {
  await pages.open('/academy/orders/transfers', {
    ...list([{ ...ROW, open_cents: -5_000, received_cents: 25_000, state: 'paid' }]),
    'rpc/nemus_enter_receipts': () => ({ entered: 1, known: 0 }),
  });
  expect(await screen.findByText(/^50,00\s€ zurückzuzahlen$/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^Zahlung für/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eintragen' }));
  await waitFor(async () =>
    expect(await body('rpc/nemus_enter_receipts')).toMatchObject({ p_lines: [{ amount_cents: -5_000 }] }),
  );
});

it('cancels what is unused, with a reason, and names what stays owed', async () => {
  await pages.open('/academy/orders/transfers', { ...list([ROW]), 'rpc/nemus_cancel_transfer': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'NE-2026-000042 stornieren …' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Verwendete Credits bleiben zu zahlen: 80,00/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Irrtum' } });
  fireEvent.click(dialog.getByRole('button', { name: /stornieren$/ }));
  await waitFor(async () =>
    expect(await body('rpc/nemus_cancel_transfer')).toEqual({ p_invoice: ID, p_cents: 12_000, p_note: 'Irrtum' }),
  );
});

it('takes a course back whole', async () => {
  const course: StaffTransfer = { ...ROW, kind: 'course', buyer: 'Vera Neu', unused_cents: 20_000 };
  await pages.open('/academy/orders/transfers', list([course]));
  fireEvent.click(await screen.findByRole('button', { name: 'NE-2026-000042 stornieren …' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Vera Neu: Kurs und Platz werden zurückgenommen/)).toBeVisible();
  expect(dialog.queryByText(/Credits/)).toBeNull();
});

it('offers nothing for an institution of the reader, and says that the account is missing', async () => {
  await pages.open('/academy/orders/transfers', list([{ ...ROW, is_own: true }], false));
  expect(await screen.findByText(/bearbeitet eine andere Person/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Zahlung für/ })).toBeNull();
  expect(screen.getByText('Bankverbindung fehlt')).toBeVisible();
});

it('books nothing of a statement before it is confirmed, and only what is chosen', async () => {
  const second = { ...ROW, invoice_id: ID.replace('e1', 'e2'), number: 'NE-2026-000043' };
  const { ports } = await pages.open('/academy/orders/transfers/import', {
    ...list([ROW, second]),
    'rpc/nemus_enter_receipts': () => ({ entered: 1, known: 0 }),
  });
  fireEvent.change(await screen.findByLabelText('Liste'), {
    target: {
      value:
        'Buchungstag;Name;Verwendungszweck;Betrag\n20.11.2026;A;NE-2026-000042;200,00\n20.11.2026;B;NE-2026-000043;200,00',
    },
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'NE-2026-000043' }));
  expect(pages.asked('rpc/nemus_enter_receipts')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: /^1 Zahlung über 200,00/ }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['1 Zahlung eingetragen']));
  expect(await body('rpc/nemus_enter_receipts')).toEqual({
    p_lines: [{ invoice_id: ID, amount_cents: 20_000, received_on: '2026-11-20', reference: 'NE-2026-000042' }],
  });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Liste')));
});

it('lets an institution pay by transfer, and withdraws it', async () => {
  const terms = {
    institution_id: ID,
    name: 'Ambulanz am Park',
    email: 'a@x.example',
    days: null,
    limit_cents: null,
    withdrawn_at: null,
    updated_at: null,
    open_cents: 0,
    is_own: false,
  };
  let rows = [terms];
  await pages.open('/academy/orders/transfers/terms?search=Ambulanz', {
    'rpc/nemus_staff_transfer_terms': () => rows,
    'rpc/nemus_set_transfer_terms': () => null,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Kauf auf Rechnung erlauben: Ambulanz am Park' }));
  await screen.findByRole('dialog');
  fill('Zahlungsfrist in Tagen', '30');
  fill('Höchster offener Betrag in Euro', '2.500');
  rows = [{ ...terms, days: 30, limit_cents: 250_000 } as never];
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(async () =>
    expect(await body('rpc/nemus_set_transfer_terms')).toEqual({
      p_institution: ID,
      p_days: 30,
      p_limit_cents: 250_000,
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Kauf auf Rechnung zurückziehen: Ambulanz am Park' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Zurückziehen' }));
  await waitFor(async () => expect(await body('rpc/nemus_set_transfer_terms')).toEqual({ p_institution: ID }));
});
