import { createCreditCheckout, fetchCreditBalance, verifyPayment } from '@nemus/data';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { transactionsOf } from './rows';

/** More than the SDK's own retries, for every request of one handled event. */
const LONG_OUTAGE = 12;

/** Events that come twice, late, out of order, at the same moment or from another sender. */
export function describeEvents(market: () => Market): void {
  async function beginCredits(): Promise<{ institution: Account; session: string }> {
    const institution = await signUp(market(), 'institution');
    return { institution, session: sessionOf(await createCreditCheckout(institution.client, 100)) };
  }
  async function expectGrantedOnce({ client }: Account): Promise<void> {
    expect(await fetchCreditBalance(client)).toMatchObject({ total_credits: 100, available_credits: 100 });
    expect(await transactionsOf(client)).toEqual([{ type: 'credits', amount_cents: 20_000, status: 'completed' }]);
  }

  test('ten copies at the same moment grant once', async () => {
    const { institution, session } = await beginCredits();
    await market().control('PUT', '/webhooks', { duplicate: 3, copies: 10 });
    await market().act(session, 'pay');
    await market().untilDelivered();
    await expectGrantedOnce(institution);
  });

  test('webhook and result page at the same moment grant once', async () => {
    const { institution, session } = await beginCredits();
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    const [, ...answers] = await Promise.all([
      market().control('POST', '/webhooks/release', {}),
      ...Array.from({ length: 5 }, () => verifyPayment(institution.client, session)),
    ]);
    await market().untilDelivered();
    expect(answers.every(({ success }) => success)).toBe(true);
    // Of the buyer's calls, the first one reports the purchase, also when the webhook granted it.
    expect(answers.filter(({ already_processed: already }) => !already)).toHaveLength(1);
    await expectGrantedOnce(institution);
  });

  test('an event that cannot be handled is sent again until it can', async () => {
    const { institution, session } = await beginCredits();
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    await market().control('PUT', '/outage', { requests: LONG_OUTAGE });
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    const { answer } = await market().control('GET', '/deliveries');
    expect(answer).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'checkout.session.completed',
          state: 'delivered',
          attempts: expect.arrayContaining([expect.objectContaining({ status: 500 })]),
        }),
      ]),
    );
    await expectGrantedOnce(institution);
  });

  test('a backend that crashes before the event arrives grants when it is back', async () => {
    const { institution, session } = await beginCredits();
    await market().crashBackend(() => market().act(session, 'pay'));
    await market().untilDelivered();
    await expectGrantedOnce(institution);
  });

  test('a backend that crashes in the middle of handling an event grants once', async () => {
    const { institution, session } = await beginCredits();
    await market().control('PUT', '/webhooks', { duplicate: 3, copies: 4 });
    // The payment is answered as soon as its events are written down; their sending has just begun.
    await market().act(session, 'pay');
    await market().crashBackend(() => Promise.resolve());
    await market().untilDelivered();
    await expectGrantedOnce(institution);
  });

  test('a refund that overtakes its payment is taken back in the end', async () => {
    const { institution, session } = await beginCredits();
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    const { payment_intent: payment } = await market().provider.checkout.sessions.retrieve(session);
    await market().provider.refunds.create({ payment_intent: String(payment) });
    await market().control('POST', '/webhooks/release', { order: 'reversed' });
    await market().untilDelivered();
    expect(await fetchCreditBalance(institution.client)).toMatchObject({ available_credits: 0 });
  });

  test('an event signed with another secret is refused, and so is a changed body', async () => {
    const { provider, backend, functionsUrl } = market();
    const payload = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'checkout.session.completed' });
    const send = (body: string, secret: string) =>
      fetch(`${functionsUrl}/stripe-webhook`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': provider.webhooks.generateTestHeaderString({ payload, secret }) },
      });
    expect((await send(payload, 'whsec_forged')).status).toBe(400);
    expect((await send(payload.replace('forged', 'other'), backend.stripeWebhookSecret)).status).toBe(400);
    expect((await fetch(`${functionsUrl}/stripe-webhook`)).status).toBe(405);
  });

  test('an event of something that this portal did not sell is left alone', async () => {
    const { provider } = market();
    const foreign = await provider.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://localhost:4200/',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'Anderes' } } },
      ],
    });
    await market().act(foreign.id, 'pay');
    const { payment_intent: payment } = await provider.checkout.sessions.retrieve(foreign.id);
    await provider.refunds.create({ payment_intent: String(payment) });
    await market().untilDelivered();
    const { answer } = await market().control('GET', '/deliveries');
    expect(answer).not.toEqual(expect.arrayContaining([expect.objectContaining({ state: 'failed' })]));
  });
}
