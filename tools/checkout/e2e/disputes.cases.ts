import { createCreditCheckout, fetchCreditBalance, verifyPayment } from '@nemus/data';
import { z } from 'zod';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { enrollmentsOf, ordersOf, transactionsOf } from './rows';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const mailsSchema = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));
const deliveriesSchema = z.array(z.object({ event: z.string(), type: z.string(), state: z.string() }));

/** Payments that the buyer's bank contests, over the real webhook. */
export function describeDisputes(market: () => Market): void {
  /** Buys and pays a course or credits, with the browser's requests. */
  async function buy({ token }: Account, name: string, body: object): Promise<string> {
    const answer = await ask(market(), name, { token, body });
    const session = sessionOf(z.object({ url: z.string() }).parse(await answer.json()));
    await market().act(session, 'pay');
    await market().untilDelivered();
    return session;
  }
  async function act(session: string, action: string): Promise<void> {
    await market().act(session, action);
    await market().untilDelivered();
  }
  /** Notifications of support about this account's order. */
  async function toldOf({ client }: Account): Promise<string[]> {
    const { data } = await client.from('nemus_orders').select('id');
    const [order] = z.array(z.object({ id: z.string() })).parse(data);
    const answer = await fetch(`${market().backend.mailUrl}/api/messages?to=support@nemus.example`);
    return mailsSchema
      .parse(await answer.json())
      .filter(({ text }) => text.includes(`Bestellung: ${order?.id}`))
      .map(({ subject }) => subject)
      .toSorted();
  }

  test('a course goes while it is disputed, comes back when that is won, and support is notified of both once', async () => {
    const piw = await signUp(market(), 'piw');
    await market().control('PUT', '/webhooks', { duplicate: 20, copies: 3 });
    const session = await buy(piw, 'create-course-purchase', { courseId: COURSE });
    await act(session, 'dispute');
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    expect(await ordersOf(piw.client)).toMatchObject([{ status: 'disputed' }]);
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: false, status: 'disputed' });
    expect(await toldOf(piw)).toEqual(['Zahlung angefochten: Grundlagen der Verhaltenstherapie']);
    await act(session, 'win');
    expect(await enrollmentsOf(piw.client)).toMatchObject([{ enrollment_type: 'direct_purchase' }]);
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: true, status: 'paid' });
    expect(await transactionsOf(piw.client)).toHaveLength(3);
    expect(await toldOf(piw)).toEqual([
      'Anfechtung beendet: Grundlagen der Verhaltenstherapie',
      'Zahlung angefochten: Grundlagen der Verhaltenstherapie',
    ]);
  });

  test('credits go with a dispute that is lost, and events in the wrong order or sent again change nothing', async () => {
    const institution = await signUp(market(), 'institution');
    const session = await buy(institution, 'create-credit-purchase', { credits: 100 });
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'dispute');
    await market().act(session, 'lose');
    await market().control('POST', '/webhooks/release', { order: 'reversed' });
    await market().untilDelivered();
    const balance = () => fetchCreditBalance(institution.client);
    expect(await balance()).toMatchObject({ total_credits: 0, available_credits: 0 });
    const { answer } = await market().control('GET', '/deliveries');
    const replayed = deliveriesSchema.parse(answer).filter(({ type }) => type.startsWith('charge.dispute'));
    for (const { event } of replayed.slice(-3)) await market().control('POST', `/events/${event}/resend`, {});
    await market().untilDelivered();
    expect(await balance()).toMatchObject({ total_credits: 0 });
    expect(await transactionsOf(institution.client)).toMatchObject([
      { amount_cents: 20_000 },
      { amount_cents: -20_000 },
    ]);
    expect(await toldOf(institution)).toEqual(['Anfechtung beendet: 100 Credits']);
  });

  test('a dispute that overtakes its payment takes back in the end, also when both come at the same moment', async () => {
    const institution = await signUp(market(), 'institution');
    const session = sessionOf(await createCreditCheckout(institution.client, 100));
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    await market().act(session, 'dispute');
    await Promise.all([
      market().control('POST', '/webhooks/release', { order: 'reversed' }),
      ...Array.from({ length: 4 }, () => verifyPayment(institution.client, session).catch(() => null)),
    ]);
    await market().untilDelivered();
    expect(await fetchCreditBalance(institution.client)).toMatchObject({ total_credits: 0 });
    expect(await ordersOf(institution.client)).toMatchObject([{ status: 'disputed' }]);
  });

  test('a question of the bank takes nothing, and support is told', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await buy(piw, 'create-course-purchase', { courseId: COURSE });
    await act(session, 'inquire');
    expect(await enrollmentsOf(piw.client)).toHaveLength(1);
    expect(await toldOf(piw)).toHaveLength(1);
  });

  test('an unsigned event takes nothing, nor does one about another account’s dispute', async () => {
    const { provider, backend, functionsUrl } = market();
    const piw = await signUp(market(), 'piw');
    const session = await buy(piw, 'create-course-purchase', { courseId: COURSE });
    const { payment_intent: payment } = await provider.checkout.sessions.retrieve(session);
    // Has all fields of a real one; the provider knows of no such dispute.
    const object = { id: 'du_forged', object: 'dispute', payment_intent: payment, status: 'lost', amount: 12_000 };
    const payload = JSON.stringify({
      id: `evt_forged_${session}`,
      object: 'event',
      created: 1,
      type: 'charge.dispute.closed',
      data: { object },
    });
    const send = (secret: string) =>
      fetch(`${functionsUrl}/stripe-webhook`, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': provider.webhooks.generateTestHeaderString({ payload, secret }) },
      });
    expect((await send('whsec_forged')).status).toBe(400);
    expect(await (await send(backend.stripeWebhookSecret)).json()).toEqual({ received: true, handled: false });
    expect(await enrollmentsOf(piw.client)).toHaveLength(1);
  });

  test('an account that has begun too many purchases is asked to pay one or wait', async () => {
    const institution = await signUp(market(), 'institution');
    const begin = () => ask(market(), 'create-credit-purchase', { token: institution.token, body: { credits: 100 } });
    const answers = await Promise.all(Array.from({ length: 30 }, begin));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(25);
    const refused = await refusalOf(await begin());
    expect(refused.slice(0, 2)).toEqual([429, 'too_many_orders']);
    expect(refused[2]).toContain('Sie haben gerade sehr viele Käufe begonnen.');
  });
}
