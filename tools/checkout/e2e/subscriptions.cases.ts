import {
  createSubscriptionCheckout,
  fetchInvoice,
  fetchSubscription,
  fetchTransactions,
  openCustomerPortal,
  verifyPayment,
  type SubscriptionTier,
} from '@nemus/data';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ordersOf, transactionsOf } from './rows';

const DAY = 86_400;

async function begin(account: Account, tier: SubscriptionTier): Promise<string> {
  return sessionOf(await createSubscriptionCheckout(account.client, tier));
}

/** Sends a form of the provider's portal, as its page does. */
function submit(market: Market, url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: new URL(market.checkoutUrl).origin };
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
}

/** Subscriptions of an institution. */
export function describeSubscriptions(market: () => Market): void {
  async function subscribe(tier: SubscriptionTier): Promise<Account> {
    const institution = await signUp(market(), 'institution');
    await market().act(await begin(institution, tier), 'pay');
    await market().untilDelivered();
    return institution;
  }
  const subscriptionOf = (account: Account) => fetchSubscription(account.client);

  async function openPortal(account: Account): Promise<{ page: string; subscription: string }> {
    const { url } = await openCustomerPortal(account.client);
    const subscription = /\/p\/session\/\w+\/(sub_\w+)\//.exec(await (await fetch(url)).text())?.[1];
    return { page: url, subscription: `${url}/${subscription}` };
  }

  test.each([
    ['monthly', 29_900, 32],
    ['yearly', 299_000, 367],
  ] as const)('%s: is active until the end of what is paid', async (tier, cents, days) => {
    const institution = await signUp(market(), 'institution');
    const session = await begin(institution, tier);
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    expect(await verifyPayment(institution.client, session)).toMatchObject({
      success: true,
      already_processed: false,
      message: 'Abonnement aktiviert!',
      subscription_tier: tier,
      payment_details: { amount_paid: cents },
    });
    await market().control('POST', '/webhooks/release', { order: 'reversed' });
    await market().untilDelivered();
    const subscription = await subscriptionOf(institution);
    expect(subscription).toMatchObject({ tier, status: 'active', cancel_at_period_end: false });
    const end = Date.parse(subscription?.current_period_end ?? '') / 1000;
    const now = Date.now() / 1000;
    expect(end).toBeGreaterThan(now + (days - 5) * DAY);
    expect(await transactionsOf(institution.client)).toEqual([
      { type: 'subscription', amount_cents: cents, status: 'completed' },
    ]);
  });

  test('there is one at a time, and it is for institutions', async () => {
    const institution = await subscribe('monthly');
    await expect(begin(institution, 'yearly')).rejects.toMatchObject({ code: 'already_subscribed', status: 409 });
    const piw = await signUp(market(), 'piw');
    await expect(begin(piw, 'monthly')).rejects.toMatchObject({ code: 'institution_required', status: 403 });
    await expect(openCustomerPortal(piw.client)).rejects.toMatchObject({ code: 'institution_required' });
  });

  test('the portal opens before the first purchase, for one customer however often', async () => {
    const institution = await signUp(market(), 'institution');
    for (const _time of [1, 2]) {
      const { url } = await openCustomerPortal(institution.client);
      expect((await fetch(url)).status).toBe(200);
    }
    const { data: customers } = await market().provider.customers.list({ email: institution.email });
    expect(customers).toMatchObject([{ name: 'Institut am Park', metadata: { user_id: institution.id } }]);
    await begin(institution, 'monthly');
    const { data } = await market().provider.customers.list({ email: institution.email });
    expect(data).toHaveLength(1);
  });

  test('cancelled in the portal it runs to its end, and the cancellation can be taken back', async () => {
    const institution = await subscribe('monthly');
    const portal = await openPortal(institution);
    await submit(market(), portal.subscription, { action: 'cancel' });
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await submit(market(), portal.subscription, { action: 'resume' });
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  test('in the portal it moves from monthly to yearly', async () => {
    const institution = await subscribe('monthly');
    const portal = await openPortal(institution);
    // One payment has one invoice, ours.
    expect(await (await fetch(portal.page)).text()).not.toContain('Rechnungen');
    const price = /\/switch\/(price_\w+)"/.exec(await (await fetch(portal.page)).text())?.[1] ?? '';
    await submit(market(), portal.subscription, { action: 'switch', price });
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toMatchObject({ tier: 'yearly', status: 'active' });
    const bills = await transactionsOf(institution.client);
    expect(new Set(bills.map(({ amount_cents: cents }) => cents))).toEqual(new Set([29_900, 299_000 - 29_900]));
    const change = (await fetchTransactions(institution.client)).find(({ item_name: name }) =>
      name.startsWith('Wechsel'),
    );
    expect(change).toMatchObject({ item_name: 'Wechsel zum Jahresabonnement', payment_method: 'card' });
    const invoice = await fetchInvoice(institution.client, change?.invoice?.id ?? '');
    expect(invoice.lines).toMatchObject([
      { description: 'Jahresabonnement', gross_cents: 299_000 },
      { description: 'Nicht genutzte Zeit: Monatsabonnement', gross_cents: -29_900 },
    ]);
    expect(invoice.service_until).toBe(invoice.lines[0]?.service_until);
  });

  test('a debit that fails gives no subscription', async () => {
    const institution = await signUp(market(), 'institution');
    const session = await begin(institution, 'monthly');
    await market().act(session, 'later');
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toBeNull();
    await market().act(session, 'fail');
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toBeNull();
    expect(await ordersOf(institution.client)).toMatchObject([{ status: 'failed' }]);
  });

  // Moves the provider's time for all tests, so these two come last.
  test('it renews, every renewal is a purchase', async () => {
    const institution = await subscribe('monthly');
    const before = await subscriptionOf(institution);
    await market().control('POST', '/clock', { advanceSeconds: 33 * DAY });
    await market().untilDelivered();
    const after = await subscriptionOf(institution);
    expect(Date.parse(after?.current_period_end ?? '')).toBeGreaterThan(
      Date.parse(before?.current_period_end ?? '') + 27 * DAY * 1000,
    );
    expect(await transactionsOf(institution.client)).toHaveLength(2);
  });

  test('once cancelled it ends, and another one can be bought', async () => {
    const institution = await subscribe('monthly');
    const portal = await openPortal(institution);
    await submit(market(), portal.subscription, { action: 'cancel' });
    await market().control('POST', '/clock', { advanceSeconds: 33 * DAY });
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toMatchObject({ status: 'canceled' });
    await market().act(await begin(institution, 'yearly'), 'pay');
    await market().untilDelivered();
    expect(await subscriptionOf(institution)).toMatchObject({ status: 'active', tier: 'yearly' });
  });
}
