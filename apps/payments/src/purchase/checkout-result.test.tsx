/** @jest-environment ../../jest.browser.mjs */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleOpenPurchase, exampleOrder, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

const { show, asked, byCard, requests, tabs } = purchaseUnderTest();

/** Looks at the order, so far. */
const looks = () => requests().filter(({ url }) => url.includes('/nemus_orders')).length;

describe('while the provider has the purchase', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

  it('asks the provider once the tab has been closed for a while, and not before', async () => {
    await show('piw', {
      'functions/create-course-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder()],
      'functions/check-payment-status': () => ({ success: false, message: '' }),
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    await waitFor(() => expect(looks()).toBeGreaterThan(0));
    await pass(8);
    expect(asked('check-payment-status')).toHaveLength(0);
    tabs()[0]?.close();
    await pass(5);
    await waitFor(() => expect(asked('check-payment-status')).toHaveLength(1));
  });

  it('polls slowly for a payment that takes days, and stops for an unpaid page after ten minutes', async () => {
    let status: 'open' | 'pending' = 'pending';
    await show('piw', {
      'rpc/nemus_open_purchases': () => [exampleOpenPurchase({ course_id: COURSE.courseId, state: status })],
      nemus_orders: () => [exampleOrder({ status })],
    });
    await waitFor(() => expect(looks()).toBe(1));
    await pass(20);
    expect(looks()).toBe(1);
    status = 'open';
    await pass(11);
    await waitFor(() => expect(looks()).toBe(2));
    await pass(60);
    expect(looks()).toBe(2);
  });
});

it('reports a purchase that is being cancelled once, whatever happens meanwhile', async () => {
  let status: 'open' | 'expired' = 'open';
  let answer: (value: object) => void = () => undefined;
  const { ports } = await show('piw', {
    'rpc/nemus_open_purchases': () => (status === 'open' ? [exampleOpenPurchase({ course_id: COURSE.courseId })] : []),
    nemus_orders: () => [exampleOrder({ status })],
    'functions/check-payment-status': () => ({ success: false, message: '' }),
    'functions/cancel-purchase': () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Kauf abbrechen' }));
  await waitFor(() => expect(asked('cancel-purchase')).toHaveLength(1));
  status = 'expired';
  const before = looks();
  fireEvent.focus(window);
  await waitFor(() => expect(looks()).toBeGreaterThan(before));
  await act(async () => answer({ cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Kauf abgebrochen']));
});
