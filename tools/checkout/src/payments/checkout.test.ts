import type Stripe from 'stripe';
import { coursePurchase, monthlyPurchase, openTestbed, type Testbed } from '../testing/harness';

let testbed: Testbed;
beforeEach(async () => {
  testbed = await openTestbed();
});
afterEach(() => testbed.close());

const DAY = 86_400;

/** The events of the webhook, without intermediate ones. */
async function told(): Promise<string[]> {
  await testbed.untilDelivered();
  return testbed.inbox.events.map(({ type }) => type);
}

async function openSession(params: Stripe.Checkout.SessionCreateParams): Promise<string> {
  return (await testbed.sdk.checkout.sessions.create(params)).id;
}

const act = (session: string, action: string) => testbed.control('POST', `/sessions/${session}`, { action });

const openSubscription = async () =>
  openSession({ ...monthlyPurchase, customer: (await testbed.sdk.customers.create()).id });

async function subscribe(): Promise<Stripe.Subscription> {
  const { sdk } = testbed;
  const session = await openSubscription();
  await act(session, 'pay');
  const { subscription } = await sdk.checkout.sessions.retrieve(session);
  return sdk.subscriptions.retrieve(String(subscription));
}

describe('a single payment', () => {
  test('by card completes the session and tells of it', async () => {
    const session = await openSession(coursePurchase);
    await act(session, 'pay');
    const paid = await testbed.sdk.checkout.sessions.retrieve(session, { expand: ['payment_intent.latest_charge'] });
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(paid.payment_intent).toMatchObject({
      amount_received: 24_000,
      latest_charge: { paid: true, metadata: { order_id: 'order-1' } },
    });
    expect(await told()).toEqual(['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']);
    // Paying again in another tab changes nothing.
    await act(session, 'pay');
    expect(await told()).toHaveLength(3);
  });

  test('that is declined leaves the session open', async () => {
    const session = await openSession(coursePurchase);
    await act(session, 'decline');
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({ status: 'open' });
    expect(await told()).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    await act(session, 'pay');
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({ payment_status: 'paid' });
  });

  test.each([
    ['settle', 'paid', 'checkout.session.async_payment_succeeded'],
    ['fail', 'unpaid', 'checkout.session.async_payment_failed'],
  ])('that comes later: %s', async (action, status, event) => {
    const session = await openSession(coursePurchase);
    await act(session, 'later');
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    await act(session, action);
    await act(session, action);
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({ payment_status: status });
    expect((await told()).filter((type) => type.startsWith('checkout.session'))).toEqual([
      'checkout.session.completed',
      event,
    ]);
  });

  test('expires unpaid after a day', async () => {
    const session = await openSession(coursePurchase);
    await testbed.control('POST', '/clock', { advanceSeconds: DAY + 1 });
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({ status: 'expired' });
    expect(await told()).toEqual(['checkout.session.expired']);
    await act(session, 'pay');
    await expect(testbed.sdk.checkout.sessions.retrieve(session)).resolves.toMatchObject({ status: 'expired' });
  });

  test('is given back in parts, and never more than was paid', async () => {
    const { sdk } = testbed;
    const session = await openSession(coursePurchase);
    await act(session, 'pay');
    const { payment_intent: intent } = await sdk.checkout.sessions.retrieve(session);
    const payment_intent = String(intent);
    await sdk.refunds.create({ payment_intent, amount: 4_000 });
    await expect(sdk.refunds.create({ payment_intent, amount: 20_001 })).rejects.toMatchObject({ param: 'amount' });
    const rest = await sdk.refunds.create({ payment_intent, reason: 'requested_by_customer' });
    expect(rest.amount).toBe(20_000);
    await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await testbed.untilDelivered();
    const sums = testbed.inbox.events.flatMap(({ type, data }) =>
      type === 'charge.refunded' && 'amount_refunded' in data.object ? [data.object.amount_refunded] : [],
    );
    expect(sums).toEqual([4_000, 24_000]);
  });
});

describe('a subscription', () => {
  test('begins with the payment, its invoice names it and the payment', async () => {
    const subscription = await subscribe();
    expect(subscription).toMatchObject({ status: 'active', metadata: { order_id: 'order-2' } });
    const invoice = await testbed.sdk.invoices.retrieve(String(subscription.latest_invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 29_900,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
    expect(await told()).toEqual([
      'customer.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
  });

  test('renews month after month', async () => {
    const begun = await subscribe();
    const firstEnd = begun.items.data[0]?.current_period_end ?? 0;
    await testbed.control('POST', '/clock', { advanceSeconds: 65 * DAY });
    const renewed = await testbed.sdk.subscriptions.retrieve(begun.id);
    expect(renewed.items.data[0]?.current_period_start).toBeGreaterThan(firstEnd);
    const { data } = await testbed.sdk.invoices.list({ customer: String(begun.customer) });
    expect(data.map(({ billing_reason: reason }) => reason)).toEqual([
      'subscription_cycle',
      'subscription_cycle',
      'subscription_create',
    ]);
  });

  test('is ended once by the API', async () => {
    const { sdk } = testbed;
    const begun = await subscribe();
    await sdk.subscriptions.cancel(begun.id);
    expect((await told()).at(-1)).toBe('customer.subscription.deleted');
    await expect(sdk.subscriptions.cancel(begun.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await sdk.subscriptions.list({ customer: String(begun.customer) })).data).toEqual([]);
  });

  test('whose first debit fails is past due', async () => {
    const session = await openSubscription();
    await act(session, 'later');
    await act(session, 'fail');
    const { subscription } = await testbed.sdk.checkout.sessions.retrieve(session, { expand: ['subscription'] });
    expect(subscription).toMatchObject({ status: 'past_due' });
    expect(await told()).not.toContain('invoice.paid');
  });
});
