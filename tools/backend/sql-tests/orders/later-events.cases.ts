import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK, CANCEL_PLACES } from '../scenes/bookings';
import { buy, ONE_COURSE, REFUND_CHECKOUT, type Checkout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { one, text } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

const PLACE_CENTS = 12_000;

/** The events after the first one: money must still add up when refunds, disputes and cancellations follow each other. */
export function laterEventCases(database: () => TestDatabase): void {
  const refundedUpTo = ({ payment }: Checkout, cents: number) =>
    ask(database(), SERVICE, REFUND_CHECKOUT, [payment, String(cents)]);
  const settle = ({ payment, amount }: Checkout, status: string, minute: number, cents = amount) =>
    ask(
      database(),
      SERVICE,
      `select nemus_settle_dispute('du_' || $1, $1, $2::text::int, 'fraudulent', $3, $4::text::timestamptz)`,
      [payment, String(cents), status, new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString()],
    );
  const cancel = async (institution: string, booking: string, trainees: readonly string[]) =>
    one(await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainees.join(',')}}`])).result;
  const open = async ({ session }: Checkout) =>
    one(await ask(database(), SERVICE, 'select nemus_open_refunds($1) as list', [session])).list;
  const available = async (institution: string) =>
    Number(
      one(await ask(database(), signedIn(institution), 'select available_credits from nemus_credit_balances'))
        .available_credits,
    );

  /** Places of a seminar paid by card. */
  async function buyPlaces(people: number) {
    const institution = await signUpInstitution(database());
    const trainees: string[] = [];
    for (let person = 0; person < people; person += 1) trainees.push(await addTrainee(database(), institution));
    const checkout = await buy(database(), institution, { ...ONE_COURSE, trainees, start: dayFrom(30) });
    const bookings = await database().query(
      'select id::text from nemus_course_bookings where order_id = $1::text::uuid',
      [checkout.order],
    );
    return { institution, trainees, checkout, booking: text(bookings, 'id') };
  }

  it.each([2, 3])(
    'refunds each of %s places cancelled one after the other, each settled before the next',
    async (people) => {
      const { institution, trainees, checkout, booking } = await buyPlaces(people);
      for (const [index, trainee] of trainees.entries()) {
        expect(await cancel(institution, booking, [trainee])).toMatchObject({ refund_cents: PLACE_CENTS });
        expect(await open(checkout)).toMatchObject([{ amount_cents: PLACE_CENTS }]);
        await refundedUpTo(checkout, PLACE_CENTS * (index + 1));
        expect(await open(checkout)).toEqual([]);
      }
      const order = 'select status, refunded_cents from nemus_orders where id = $1::text::uuid';
      expect(await database().query(order, [checkout.order])).toEqual([
        { status: 'refunded', refunded_cents: PLACE_CENTS * people },
      ]);
      const invoiced = 'select sum(gross_cents)::int as sum from nemus_invoices where user_id = $1::text::uuid';
      expect(await database().query(invoiced, [institution])).toEqual([{ sum: 0 }]);
    },
  );

  it('refunds a place in full after the other one was refunded in part by hand', async () => {
    const { institution, trainees, checkout, booking } = await buyPlaces(2);
    await refundedUpTo(checkout, 2_000);
    expect(await cancel(institution, booking, trainees.slice(0, 1))).toMatchObject({ refund_cents: PLACE_CENTS });
    await refundedUpTo(checkout, 2_000 + PLACE_CENTS);
    expect(await cancel(institution, booking, trainees.slice(1))).toMatchObject({ refund_cents: PLACE_CENTS - 2_000 });
  });

  it('refunds only what a dispute left, and the rest as a debt of its own when it is won', async () => {
    const { institution, trainees, checkout, booking } = await buyPlaces(2);
    await settle(checkout, 'needs_response', 1, 15_000);
    for (const trainee of trainees) await cancel(institution, booking, [trainee]);
    const part = await open(checkout);
    expect(part).toMatchObject([{ amount_cents: 9_000 }]);
    await refundedUpTo(checkout, 9_000);
    expect(await open(checkout)).toEqual([]);
    await settle(checkout, 'won', 2, 15_000);
    const rest = await open(checkout);
    expect(rest).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount_cents: PLACE_CENTS }),
        expect.objectContaining({ amount_cents: 3_000 }),
      ]),
    );
    // The function that pays debts never pays one twice.
    const paid = Reflect.get(Object(Reflect.get(Object(part), 0)), 'refund_id');
    expect(rest).not.toContainEqual(expect.objectContaining({ refund_id: paid }));
    await refundedUpTo(checkout, 2 * PLACE_CENTS);
    expect(await open(checkout)).toEqual([]);
    const lines = `select sum(t.amount_cents)::int as sum, bool_and(t.status = 'completed') as settled
      from nemus_transactions t where t.user_id = $1::text::uuid`;
    expect(await database().query(lines, [institution])).toEqual([{ sum: 0, settled: true }]);
  });

  it('leaves a course that was bought again while the first payment was disputed', async () => {
    const user = await signUp(database());
    const first = await buy(database(), user, ONE_COURSE);
    await refundedUpTo(first, 1_000);
    await settle(first, 'needs_response', 1);
    const enrolled = () =>
      database().query('select enrollment_type from nemus_course_enrollments where user_id = $1::text::uuid', [user]);
    expect(await enrolled()).toEqual([]);
    await buy(database(), user, ONE_COURSE);
    await settle(first, 'won', 2);
    expect(await open(first)).toMatchObject([{ amount_cents: first.amount - 1_000 }]);
    await refundedUpTo(first, first.amount);
    expect(await enrolled()).toEqual([{ enrollment_type: 'direct_purchase' }]);
  });

  it('refunds nothing of what a lost dispute took', async () => {
    const { institution, trainees, checkout, booking } = await buyPlaces(2);
    await settle(checkout, 'needs_response', 1, 15_000);
    for (const trainee of trainees) await cancel(institution, booking, [trainee]);
    await settle(checkout, 'lost', 2, 15_000);
    await refundedUpTo(checkout, 9_000);
    expect(await open(checkout)).toEqual([]);
  });

  /** An institution that bought 100 credits and booked a place for 60 of them. */
  async function spend() {
    const institution = await signUpInstitution(database());
    const checkout = await buy(database(), institution, { kind: 'credits', credits: 100 });
    const trainee = await addTrainee(database(), institution);
    const booked = await ask(database(), signedIn(institution), BOOK, [COURSE_60, `{${trainee}}`]);
    return { institution, checkout, trainee, booking: text(booked, 'id') };
  }

  it.each(['refund', 'lost dispute'])('takes credits that come back after a %s of their purchase', async (event) => {
    const { institution, checkout, trainee, booking } = await spend();
    if (event === 'refund') await refundedUpTo(checkout, checkout.amount);
    else for (const [minute, status] of ['needs_response', 'lost'].entries()) await settle(checkout, status, minute);
    const attention = 'select attention from nemus_orders where id = $1::text::uuid';
    expect(await database().query(attention, [checkout.order])).toEqual([{ attention: 'credits_spent' }]);
    expect(await available(institution)).toBe(0);
    await cancel(institution, booking, [trainee]);
    expect(await available(institution)).toBe(0);
    expect(await database().query(attention, [checkout.order])).toEqual([{ attention: null }]);
  });

  it('gives credits back when the dispute that took them after a cancellation is won', async () => {
    const { institution, checkout, trainee, booking } = await spend();
    await settle(checkout, 'needs_response', 1);
    await cancel(institution, booking, [trainee]);
    await settle(checkout, 'won', 2);
    expect(await available(institution)).toBe(100);
  });

  it('takes no more than the refunded credits, and leaves another purchase alone', async () => {
    const { institution, checkout, trainee, booking } = await spend();
    await refundedUpTo(checkout, checkout.amount);
    await buy(database(), institution, { kind: 'credits', credits: 100 });
    expect(await available(institution)).toBe(100);
    await cancel(institution, booking, [trainee]);
    expect(await available(institution)).toBe(100);
  });

  it.each([
    ['thirds and a cent', [1 / 3, 2 / 3, 3 / 3 - 1e-4]],
    ['sevenths', [1 / 7, 2 / 7, 3 / 7, 4 / 7, 5 / 7, 6 / 7]],
  ])('cancels net, tax and rounding of the invoice exactly after refunds of %s', async (_parts, shares) => {
    const id = await signUp(database());
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_85 });
    for (const share of [...shares, 1]) await refundedUpTo(checkout, Math.floor(checkout.amount * share));
    const sums = `select count(*)::int as documents, sum(net_cents)::int as net, sum(tax_cents)::int as tax,
      sum(rounding_cents)::int as rounding, sum(gross_cents)::int as gross from nemus_invoices where user_id = $1::text::uuid`;
    expect(await database().query(sums, [id])).toEqual([
      { documents: shares.length + 2, net: 0, tax: 0, rounding: 0, gross: 0 },
    ]);
    const parts = `select bool_and((select sum((t ->> 'net_cents')::int) from jsonb_array_elements(i.taxes) t) = i.net_cents
      and (select sum((t ->> 'tax_cents')::int) from jsonb_array_elements(i.taxes) t) = i.tax_cents
      and (select sum((l ->> 'net_cents')::int) from jsonb_array_elements(i.lines) l) = i.net_cents) as agree
      from nemus_invoices i where i.user_id = $1::text::uuid`;
    expect(await database().query(parts, [id])).toEqual([{ agree: true }]);
  });
}
