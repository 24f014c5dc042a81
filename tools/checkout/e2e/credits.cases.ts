import { createCreditCheckout, fetchCreditBalance, verifyPayment } from '@nemus/data';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { ordersOf, transactionsOf } from './rows';

async function begin(account: Account, credits: number): Promise<string> {
  return sessionOf(await createCreditCheckout(account.client, credits));
}

/** Credits of an institution. */
export function describeCredits(market: () => Market): void {
  test('are added once, at two euros each', async () => {
    const institution = await signUp(market(), 'institution');
    await market().control('PUT', '/webhooks', { hold: true });
    const session = await begin(institution, 150);
    const page = await market().provider.checkout.sessions.retrieve(session);
    expect(page).toMatchObject({
      amount_total: 30_000,
      success_url: `${market().siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: expect.stringMatching('/subscription\\?purchase=cancelled&order_id=[0-9a-f-]{36}$'),
    });
    await market().act(session, 'pay');
    expect(await verifyPayment(institution.client, session)).toEqual({
      success: true,
      already_processed: false,
      message: '150 Credits wurden Ihrem Konto hinzugefügt.',
      credits_added: 150,
      available_credits: 150,
      total_credits: 150,
      subscription_tier: null,
      payment_details: { amount_paid: 30_000 },
      status: 'paid',
      kind: 'credits',
    });
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    expect(await verifyPayment(institution.client, session)).toMatchObject({
      already_processed: true,
      available_credits: 150,
    });
    expect(await fetchCreditBalance(institution.client)).toMatchObject({ total_credits: 150 });
  });

  test('can be bought again and again', async () => {
    const institution = await signUp(market(), 'institution');
    const [first, second] = [await begin(institution, 100), await begin(institution, 100)];
    await market().act(first, 'pay');
    await market().act(second, 'pay');
    await market().untilDelivered();
    expect(await fetchCreditBalance(institution.client)).toMatchObject({ available_credits: 200 });
    const { data } = await market().provider.customers.list({ email: institution.email });
    expect(data).toHaveLength(1);
  });

  let buyer: Account;
  beforeAll(async () => {
    buyer = await signUp(market(), 'institution');
  });

  test.each([[99], [120], [0], [-100], [100.5], ['100'], [null], [undefined]])(
    'are not sold in an amount of %p',
    async (credits) => {
      const answer = await ask(market(), 'create-credit-purchase', { token: buyer.token, body: { credits } });
      expect((await refusalOf(answer)).slice(0, 2)).toEqual([400, 'invalid_request']);
    },
  );

  test('are sold up to a maximum, which the refusal names', async () => {
    const refused = begin(buyer, 100_050);
    await expect(refused).rejects.toMatchObject({
      code: 'too_many_credits',
      message: 'Auf einmal können Sie höchstens 100.000 Credits kaufen.',
    });
  });

  test('are for institutions', async () => {
    const piw = await signUp(market(), 'piw');
    await expect(begin(piw, 100)).rejects.toMatchObject({ code: 'institution_required', status: 403 });
  });

  test('a price that the client names is not listened to', async () => {
    const institution = await signUp(market(), 'institution');
    const body = { credits: 100, amount_cents: 1, price: 1, userId: 'buyer' };
    await ask(market(), 'create-credit-purchase', { token: institution.token, body });
    expect(await ordersOf(institution.client)).toMatchObject([{ amount_cents: 20_000 }]);
  });

  test('a refund in two parts takes them back, as far as they are still there', async () => {
    const institution = await signUp(market(), 'institution');
    const session = await begin(institution, 100);
    await market().act(session, 'pay');
    await market().untilDelivered();
    const { payment_intent: payment } = await market().provider.checkout.sessions.retrieve(session);
    const payment_intent = String(payment);
    // Both refunds happen before either event arrives, and the events arrive in the wrong order.
    await market().control('PUT', '/webhooks', { hold: true });
    await market().provider.refunds.create({ payment_intent, amount: 5_000 });
    await market().provider.refunds.create({ payment_intent, amount: 15_000 });
    await market().control('POST', '/webhooks/release', { order: 'reversed' });
    await market().untilDelivered();
    expect(await fetchCreditBalance(institution.client)).toMatchObject({ available_credits: 0 });
    const sum = (await transactionsOf(institution.client)).reduce((total, { amount_cents: cents }) => total + cents, 0);
    expect(sum).toBe(0);
  });
}
