/** @jest-environment ../../jest.browser.mjs */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleOpenPurchase, exampleOrder, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

// Before unmounting, which waits for timers.
afterEach(() => {
  jest.useRealTimers();
});
const { show, asked, byCard, requests, tabs } = purchaseUnderTest();

/** A page that becomes idle when the test says so. */
let waiting: Map<number, () => void>;
const rest = () => act(() => waiting.forEach((follow) => follow()));

beforeEach(() => {
  waiting = new Map();
  Object.assign(window, {
    requestIdleCallback: (follow: () => void) => waiting.set(waiting.size, follow).size - 1,
    cancelIdleCallback: (id: number) => waiting.delete(id),
  });
});
afterEach(() => {
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
});

const BUYS = { 'functions/create-course-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] };
const read = (name: string) => requests().filter(({ url }) => new URL(url).pathname.endsWith(name));
const bought = () => asked('create-course-purchase');
const reads = () => read('nemus_open_purchases').length;
const never = () => new Promise(() => undefined);

describe('what a purchase needs to know', () => {
  it('is requested when the page is idle, not while it renders', async () => {
    await show('piw');
    await byCard(/^Jetzt kaufen/);
    expect(reads()).toBe(0);
    rest();
    await waitFor(() => expect(reads()).toBe(1));
  });

  it('buys without an address, which the provider’s page collects', async () => {
    await show('piw', { ...BUYS, nemus_billing_addresses: () => [] });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bought()).toHaveLength(1);
  });

  it('is awaited by a click while it is running, and requested once', async () => {
    let answer: (rows: object[]) => void = () => undefined;
    const late = new Promise<object[]>((resolve) => (answer = resolve));
    await show('piw', { ...BUYS, 'rpc/nemus_open_purchases': () => late });
    const button = await byCard(/^Jetzt kaufen/);
    rest();
    await waitFor(() => expect(reads()).toBe(1));
    fireEvent.click(button);
    await waitFor(() => expect(tabs()).toHaveLength(1));
    expect(bought()).toHaveLength(0);
    answer([]);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(bought()).toHaveLength(1);
  });

  it('shows a running purchase instead of buying twice', async () => {
    const under = [exampleOpenPurchase({ course_id: COURSE.courseId })];
    await show('piw', { ...BUYS, 'rpc/nemus_open_purchases': () => under });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    expect(bought()).toHaveLength(0);
    expect(tabs().map(({ closed }) => closed)).toEqual([true]);
  });

  it('does not stop a second try after a payment that failed', async () => {
    const failed = [exampleOpenPurchase({ course_id: COURSE.courseId, state: 'failed' })];
    await show('piw', { ...BUYS, 'rpc/nemus_open_purchases': () => failed });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await waitFor(() => expect(bought()).toHaveLength(1));
  });

  it('is left to the server without an answer', async () => {
    await show('piw', { ...BUYS, 'rpc/nemus_open_purchases': never });
    const button = await byCard(/^Jetzt kaufen/);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(bought()).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(bought()).toHaveLength(1);
  });
});
