/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { subscriptionUnderTest } from './subscription-under-test';

const { open, requests, asked, buyCredits } = subscriptionUnderTest();
const OFFER = { days: 14, limit_cents: 100_000, left_cents: 50_000, is_overdue: false, has_address: true };
const own = (offer: object | null) => ({ 'rpc/nemus_own_transfers': () => ({ offer, invoices: [] }) });
const ordered = () => requests().filter(({ url }) => url.endsWith('/rpc/nemus_order_credits_by_transfer'));
const byTransfer = () => screen.findByRole('radio', { name: /Auf Rechnung per Überweisung/ });

it('has no choice without terms', async () => {
  await open(own(null));
  await waitFor(() => expect(requests().some(({ url }) => url.includes('nemus_own_transfers'))).toBe(true));
  expect(screen.queryByRole('radio')).toBeNull();
});

it('asks before it orders on an invoice, and says what to pay until when', async () => {
  await open({
    ...own(OFFER),
    'rpc/nemus_order_credits_by_transfer': () => ({
      number: 'NE-2026-000042',
      due_on: '2026-12-12',
      open_cents: 20_000,
    }),
  });
  fireEvent.click(await byTransfer());
  fireEvent.click(buyCredits());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(ordered()).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Zahlungspflichtig kaufen' }));
  expect(await screen.findByText(/Bitte überweisen Sie 200,00\s€ bis zum 12\.12\.2026.*NE-2026-000042/)).toBeVisible();
  expect(await ordered().at(-1)?.clone().json()).toEqual({
    p_order: expect.stringMatching(/^[0-9a-f-]{36}$/),
    p_credits: 100,
    p_shown_cents: 20_000,
  });
  expect(asked('create-credit-purchase')).toHaveLength(0);
});

it('sends the same order again after a failure', async () => {
  let fails = true;
  await open({
    ...own(OFFER),
    'rpc/nemus_order_credits_by_transfer': () =>
      fails ? json(503, {}) : { number: 'NE-2026-000042', due_on: '2026-12-12', open_cents: 20_000 },
  });
  fireEvent.click(await byTransfer());
  fireEvent.click(buyCredits());
  const buy = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Zahlungspflichtig kaufen' });
  fireEvent.click(buy);
  await waitFor(() => expect(buy).toBeEnabled());
  fails = false;
  fireEvent.click(buy);
  await screen.findByText('Credits gekauft');
  const keys = await Promise.all(
    ordered().map(async (request) => Object(await request.clone().json()).p_order as string),
  );
  expect(new Set(keys).size).toBe(1);
});

it.each([
  [{ is_overdue: true }, /Eine Ihrer Rechnungen ist überfällig/],
  [{ has_address: false }, /fehlt Ihre Rechnungsanschrift/],
  [{ left_cents: 10_000 }, /noch für 100,00\s€ kaufen/],
])('does not order with %j, and the card stays possible', async (change, words) => {
  await open(own({ ...OFFER, ...change }));
  fireEvent.click(await byTransfer());
  expect(screen.getByText(words)).toBeVisible();
  expect(buyCredits()).toBeDisabled();
  fireEvent.click(screen.getByRole('radio', { name: /Karte/ }));
  expect(buyCredits()).toBeEnabled();
});
