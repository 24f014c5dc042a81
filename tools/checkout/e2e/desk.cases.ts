import { randomUUID } from 'node:crypto';
import { createCourseCheckout, createCreditCheckout } from '@nemus/data';
import { z } from 'zod';
import { register, signIn, signUp, type Account } from './accounts';
import { mailsTo, sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { enrollmentsOf, ordersOf, transactionsOf } from './rows';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const listSchema = z.object({ rows: z.array(z.object({ id: z.string(), number: z.string() })) });
const refundSchema = z.object({ refunded: z.boolean(), status: z.string(), error: z.string().nullable() });
const askedSchema = z.object({
  status: z.string(),
  changed: z.boolean(),
  owedCents: z.int(),
  error: z.string().nullable(),
});

const feesSchema = z.object({ fees: z.array(z.object({ payment_id: z.string(), fee_cents: z.int() })) });

/** A person with a staff role; the secret key writes such rows. */
async function hire(market: Market, role: string): Promise<Account> {
  const account = await register(market, 'piw');
  const { apiUrl, secretKey } = market.backend;
  const answer = await fetch(`${apiUrl}/rest/v1/nemus_staff`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: account.id, role }),
  });
  if (!answer.ok) throw new Error(`The staff role could not be given: ${await answer.text()}`);
  return account;
}

async function orderOf({ client }: Account): Promise<string> {
  const { data, error } = await client.from('nemus_orders').select('id').order('created_at').limit(1).single();
  if (error) throw new Error(error.message);
  return data.id;
}

/** What staff does with orders and accounts, through the functions. */
export function describeDesk(market: () => Market): void {
  async function paid(begin: Promise<{ url: string }>): Promise<string> {
    const session = sessionOf(await begin);
    await market().act(session, 'pay');
    await market().untilDelivered();
    return session;
  }
  const refund = (token: string, orderId: string, amountCents: unknown, sumBeforeCents: unknown = 0) =>
    ask(market(), 'refund-order', { token, body: { orderId, amountCents, reason: 'Kulanz', sumBeforeCents } });
  const outcome = async (answer: Promise<Response>) => refundSchema.parse(await (await answer).json());
  const refundsOf = async (session: string) => {
    const { payment_intent: payment } = await market().provider.checkout.sessions.retrieve(session);
    const { data } = await market().provider.refunds.list({ payment_intent: String(payment) });
    return data.map(({ amount }) => amount);
  };

  test('bookkeeping has the fees of payments, refunds and disputes, each once, and those that came back', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    await market().control('PUT', '/webhooks', { duplicate: 20, copies: 3 });
    const refunded = await paid(createCourseCheckout(buyer.client, COURSE));
    await outcome(refund(staff.token, await orderOf(buyer), 1_000));
    const other = await signUp(market(), 'institution');
    const disputed = await paid(createCreditCheckout(other.client, 100));
    for (const action of ['dispute', 'win']) await market().act(disputed, action);
    await market().untilDelivered();

    const { checkout, refunds, disputes } = market().provider;
    const paymentOf = async (session: string) => String((await checkout.sessions.retrieve(session)).payment_intent);
    const [first, second] = [await paymentOf(refunded), await paymentOf(disputed)];
    const [made] = (await refunds.list({ payment_intent: first })).data;
    const [dispute] = (await disputes.list({ payment_intent: second })).data;
    const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { data } = await staff.client.rpc('nemus_bookkeeping', { p_from: dayFrom(-1), p_until: dayFrom(1) });
    const { fees } = feesSchema.parse(data);
    const feeOf = (id: string | undefined) => fees.filter((fee) => fee.payment_id === id).map((fee) => fee.fee_cents);
    // 1.5 % and 25 cents; 15 cents for a refund.
    expect([feeOf(first), feeOf(second), feeOf(made?.id)]).toEqual([[205], [325], [15]]);
    expect(dispute?.balance_transactions.map(({ id }) => feeOf(id))).toEqual([[2_000], [-2_000]]);
  });

  test('an invoice is sent again to its account, with its PDF, by staff alone and once', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    await paid(createCourseCheckout(buyer.client, COURSE));
    const search = { p_search: await orderOf(buyer) };
    const [invoice] = listSchema.parse((await staff.client.rpc('nemus_staff_invoices', search)).data).rows;
    const send = (token: string, email: string) =>
      ask(market(), 'send-invoice', { token, body: { invoiceId: invoice?.id, email } });
    expect((await send(buyer.token, buyer.email)).status).toBe(403);
    expect((await send(staff.token, 'stranger@nemus.example')).status).toBe(409);
    const answers = await Promise.all([1, 2].map(() => send(staff.token, buyer.email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const mails = (await mailsTo(market(), buyer.email)).filter(
      ({ subject }) => subject === `Rechnung ${invoice?.number}`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/ist noch einmal angehängt/);
    expect(await mailsTo(market(), 'stranger@nemus.example')).toEqual([]);
  });

  test('a double click refunds once; course, invoice and mail follow', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    const session = await paid(createCourseCheckout(buyer.client, COURSE));
    const order = await orderOf(buyer);
    const answers = await Promise.all([1, 2, 3].map(() => outcome(refund(staff.token, order, 12_000))));
    expect(answers.some(({ refunded }) => refunded)).toBe(true);
    await market().untilDelivered();
    expect(await refundsOf(session)).toEqual([12_000]);
    expect(await outcome(refund(staff.token, order, 12_000))).toEqual({
      refunded: true,
      status: 'refunded',
      error: null,
    });
    expect(await refundsOf(session)).toEqual([12_000]);
    expect(await enrollmentsOf(buyer.client)).toEqual([]);
    expect(await ordersOf(buyer.client)).toMatchObject([{ status: 'refunded', refunded_cents: 12_000 }]);
    const mails = (await mailsTo(market(), buyer.email)).filter(({ subject }) => subject.startsWith('Erstattung'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/120,00\s€[^]*Die Akademie hat Ihre Zahlung erstattet/);
  });

  test('an answer of the provider that gets lost is no second refund', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    const session = await paid(createCourseCheckout(buyer.client, COURSE));
    const order = await orderOf(buyer);
    // The provider carries it out without an event: the function does not know, and the provider does not repeat it.
    await market().control('PUT', '/webhooks', { hold: true });
    await market().control('PUT', '/outage', { requests: 30, kind: 'lost' });
    const first = await outcome(refund(staff.token, order, 3_000));
    expect(first).toMatchObject({ refunded: false, status: 'paid' });
    await market().control('DELETE', '/faults');
    expect(await outcome(refund(staff.token, order, 3_000))).toMatchObject({ refunded: true, status: 'paid' });
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    expect(await refundsOf(session)).toEqual([3_000]);
    expect(await transactionsOf(buyer.client)).toMatchObject([{ amount_cents: 12_000 }, { amount_cents: -3_000 }]);
    // Part of it is refunded: the course stays, and the rest can be refunded as well.
    expect(await enrollmentsOf(buyer.client)).toHaveLength(1);
    expect(await outcome(refund(staff.token, order, 9_000, 3_000))).toMatchObject({ status: 'refunded' });
    expect((await refundsOf(session)).sort()).toEqual([3_000, 9_000]);
    expect(await enrollmentsOf(buyer.client)).toEqual([]);
  });

  test('a refund that fails is owed again, told once, held for staff and paid once at a click', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    const session = await paid(createCourseCheckout(buyer.client, COURSE));
    const order = await orderOf(buyer);
    await outcome(refund(staff.token, order, 12_000));
    await market().untilDelivered();
    await market().control('PUT', '/webhooks', { duplicate: 20, copies: 2 });
    await market().act(session, 'refund-fails');
    await market().untilDelivered();
    const state = { status: 'returning', refunded_cents: 0 };
    expect(await ordersOf(buyer.client)).toMatchObject([state]);
    expect(await enrollmentsOf(buyer.client)).toEqual([]);
    expect((await transactionsOf(buyer.client)).map(({ amount_cents: cents }) => cents).toSorted()).toEqual([
      -12_000, -12_000, 12_000, 12_000,
    ]);
    const mails = async () =>
      (await mailsTo(market(), buyer.email)).flatMap(({ subject }) =>
        subject.startsWith('Erstattung') ? [subject.split(':')[0]] : [],
      );
    expect((await mails()).toSorted()).toEqual(['Erstattung', 'Erstattung nicht angekommen']);
    expect(await refundsOf(session)).toEqual([12_000]);
    const answers = await Promise.all(
      [1, 2].map(() => ask(market(), 'fulfil-order', { token: staff.token, body: { orderId: order } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await market().untilDelivered();
    expect(await refundsOf(session)).toEqual([12_000, 12_000]);
    expect(await ordersOf(buyer.client)).toMatchObject([{ status: 'refunded', refunded_cents: 12_000 }]);
    expect((await mails()).toSorted()).toEqual(['Erstattung', 'Erstattung', 'Erstattung nicht angekommen']);
  });

  test('only staff of orders refunds, and only an amount that is left', async () => {
    const [staff, other, buyer] = [
      await hire(market(), 'orders'),
      await hire(market(), 'people'),
      await signUp(market(), 'piw'),
    ];
    const session = await paid(createCourseCheckout(buyer.client, COURSE));
    const order = await orderOf(buyer);
    for (const { token } of [other, buyer]) {
      expect((await refusalOf(await refund(token, order, 100))).slice(0, 2)).toEqual([403, 'staff_required']);
    }
    expect((await refusalOf(await refund('a.b.c', order, 100))).slice(0, 2)).toEqual([401, 'not_signed_in']);
    for (const amount of [null, 0, -1, 1.5, '100', 1e21]) {
      expect((await refusalOf(await refund(staff.token, order, amount))).slice(0, 2)).toEqual([400, 'invalid_request']);
    }
    expect(await refusalOf(await refund(staff.token, order, 12_001))).toEqual([
      400,
      'refund_amount',
      'Bitte geben Sie einen Betrag zwischen 0,01 € und 120,00 € an.',
    ]);
    expect((await refusalOf(await refund(staff.token, order, 100, 50))).slice(0, 2)).toEqual([409, 'refund_outdated']);
    expect((await refusalOf(await refund(staff.token, randomUUID(), 100))).slice(0, 2)).toEqual([
      404,
      'order_not_found',
    ]);
    expect(await refundsOf(session)).toEqual([]);
  });

  test('a payment without an event is granted at a click, an unpaid session never', async () => {
    const [staff, buyer] = [await hire(market(), 'orders'), await signUp(market(), 'piw')];
    await market().control('PUT', '/webhooks', { hold: true });
    const session = sessionOf(await createCourseCheckout(buyer.client, COURSE));
    const orderId = await orderOf(buyer);
    const fulfil = (token: string) => ask(market(), 'fulfil-order', { token, body: { orderId } });
    expect((await refusalOf(await fulfil(buyer.token))).slice(0, 2)).toEqual([403, 'staff_required']);
    const unpaid = askedSchema.parse(await (await fulfil(staff.token)).json());
    expect(unpaid).toMatchObject({ status: 'open', changed: false });
    expect(await enrollmentsOf(buyer.client)).toEqual([]);
    await market().act(session, 'pay');
    const granted = askedSchema.parse(await (await fulfil(staff.token)).json());
    expect(granted).toMatchObject({ status: 'paid', changed: true });
    expect(await enrollmentsOf(buyer.client)).toHaveLength(1);
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    expect(await transactionsOf(buyer.client)).toHaveLength(1);
  });

  test('a blocked account is out at once: token, session, sign-in and functions', async () => {
    const [staff, user] = [await hire(market(), 'people'), await signUp(market(), 'piw')];
    const { error } = await staff.client.rpc('nemus_block_account', { p_user: user.id, p_reason: 'Missbrauch' });
    expect(error).toBeNull();
    const read = await user.client.from('nemus_profiles').select('user_id');
    expect({ status: read.status, hint: read.error?.hint }).toEqual({ status: 403, hint: 'account_blocked' });
    const { status } = await ask(market(), 'create-course-purchase', { token: user.token, body: { courseId: COURSE } });
    expect([401, 403]).toContain(status);
    await expect(signIn(market(), user.email)).rejects.toThrow(/user_banned/);
    await staff.client.rpc('nemus_unblock_account', { p_user: user.id });
    // The old session stays ended, whatever its token claims; a new one starts.
    const old = await user.client.from('nemus_profiles').select('user_id');
    expect({ status: old.status, hint: old.error?.hint }).toEqual({ status: 401, hint: 'session_ended' });
    await signIn(market(), user.email);
  });
}
