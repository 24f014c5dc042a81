import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { buy, fulfil, ONE_COURSE, openCheckout, REFUND_CHECKOUT, type Checkout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

/**
 * A payment that cannot be granted is refunded automatically: it is due immediately, and settled by the provider's
 * report.
 */
export function refundCases(database: () => TestDatabase): void {
  const open = async ({ session }: Checkout) =>
    one(await ask(database(), SERVICE, 'select nemus_open_refunds($1) as list', [session])).list;
  const lines = (user: string) =>
    ask(
      database(),
      signedIn(user),
      `select t.item_name, t.amount_cents, t.status, i.kind from nemus_transactions t
       left join nemus_invoices i on i.transaction_id = t.id where t.payment_method = 'card' order by t.created_at, t.amount_cents desc`,
    );
  const order = async ({ order: id }: Checkout) =>
    one(
      await database().query(
        'select status, returning_cents, refunded_cents from nemus_orders where id = $1::text::uuid',
        [id],
      ),
    );

  it('owes back what was bought meanwhile, in a line of the purchases and without an invoice', async () => {
    const id = await signUp(database());
    // Both pages are open: the first one is too old to be paid, as far as the portal knows.
    const [late, first] = [
      await openCheckout(database(), id, ONE_COURSE),
      await openCheckout(database(), id, ONE_COURSE),
    ];
    await fulfil(database(), first);
    const twice = [await fulfil(database(), late), await fulfil(database(), late)];
    const owed = { status: 'returning', returning_cents: 12_000, return_reason: 'already_enrolled', kind: 'course' };
    expect(twice).toMatchObject([
      { ...owed, already_processed: false },
      { ...owed, already_processed: true },
    ]);
    const bought = { item_name: 'Grundlagen der Verhaltenstherapie', amount_cents: 12_000, status: 'completed' };
    const name = 'Automatische Erstattung (Kurs war schon vorhanden): Grundlagen der Verhaltenstherapie';
    expect(await lines(id)).toEqual([
      { ...bought, kind: 'invoice' },
      { ...bought, kind: null },
      { item_name: name, amount_cents: -12_000, status: 'pending', kind: null },
    ]);
    expect(await open(late)).toMatchObject([{ payment_id: late.payment, amount_cents: 12_000, attempts: 0 }]);
    for (const _told of ['by the function', 'by the webhook']) {
      await ask(database(), SERVICE, REFUND_CHECKOUT, [late.payment, '12000']);
    }
    expect(await open(late)).toEqual([]);
    expect(await order(late)).toEqual({ status: 'refunded', returning_cents: 12_000, refunded_cents: 12_000 });
    expect((await lines(id))[2]).toEqual({ item_name: name, amount_cents: -12_000, status: 'completed', kind: null });
    expect(await lines(id)).toHaveLength(3);
    // What the other payment bought stays.
    expect(await ask(database(), signedIn(id), 'select enrollment_type from nemus_course_enrollments')).toHaveLength(1);
    expect(await fulfil(database(), late)).toMatchObject({ status: 'refunded', already_processed: true });
  });

  it('owes back a checkout that was paid after a booking with credits', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    const trainee = await addTrainee(database(), id);
    const checkout = await openCheckout(database(), id, { ...ONE_COURSE, trainees: [trainee] });
    await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, trainee]);
    expect(await fulfil(database(), checkout)).toMatchObject({ status: 'returning', returning_cents: 12_000 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '12000']);
    expect(await ask(database(), signedIn(id), 'select status, order_id from nemus_course_bookings')).toEqual([
      { status: 'confirmed', order_id: null },
    ]);
  });

  it('owes back the places that cannot be booked, and cancels only those on the invoice', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    const people = [];
    for (let person = 0; person < 3; person += 1) people.push(await addTrainee(database(), id));
    const [booked, gone] = people;
    const checkout = await openCheckout(database(), id, { ...ONE_COURSE, trainees: people });
    await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, booked]);
    await database().query('delete from nemus_trainees where id = $1::text::uuid', [gone]);
    expect(await fulfil(database(), checkout)).toMatchObject({ status: 'paid', returning_cents: 24_000 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '24000']);
    expect(await lines(id)).toMatchObject([
      { amount_cents: 36_000, kind: 'invoice' },
      { amount_cents: -24_000, kind: 'cancellation', status: 'completed' },
    ]);
    expect(await order(checkout)).toMatchObject({ status: 'paid', refunded_cents: 24_000 });
    const participants = `select sum(participants)::int as n from nemus_course_bookings where order_id is not null`;
    expect(await ask(database(), signedIn(id), participants)).toEqual([{ n: 1 }]);
    // Giving the rest back as well takes the booking with it.
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '36000']);
    const cancelled = `select status from nemus_course_bookings where order_id is not null`;
    expect(await ask(database(), signedIn(id), cancelled)).toEqual([{ status: 'cancelled' }]);
    expect(await order(checkout)).toMatchObject({ status: 'refunded' });
  });

  it('owes back a course that left the catalogue between order and payment', async () => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    const offer = (on: boolean) =>
      database().query(`update nemus_courses set is_active = ${on} where id = $1::text::uuid`, [COURSE_85]);
    await offer(false);
    expect(await fulfil(database(), checkout)).toMatchObject({ status: 'returning', return_reason: 'course_gone' });
    await offer(true);
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_course_enrollments')).toEqual([]);
  });

  it('owes back a second subscription, ends it, and shows the first', async () => {
    const id = await signUpInstitution(database());
    const [second, first] = [
      await openCheckout(database(), id, { kind: 'subscription', tier: 'yearly' }),
      await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' }),
    ];
    await fulfil(database(), first, `sub_1_${id}`);
    const answer = await fulfil(database(), second, `sub_2_${id}`);
    expect(answer).toMatchObject({ status: 'returning', return_reason: 'already_subscribed' });
    expect(await open(second)).toMatchObject([{ subscription_id: `sub_2_${id}`, amount_cents: 299_000 }]);
    const sync = `select nemus_sync_subscription($1, 'canceled', 'yearly', '2030-01-01', false, now())`;
    await ask(database(), SERVICE, sync, [`sub_2_${id}`]);
    expect(await ask(database(), signedIn(id), 'select tier, status from nemus_subscriptions')).toEqual([
      { tier: 'monthly', status: 'active' },
    ]);
  });

  it('keeps the debt when an attempt fails, tries again later, and takes what support gave back by hand', async () => {
    const id = await signUp(database());
    const [late, first] = [
      await openCheckout(database(), id, ONE_COURSE),
      await openCheckout(database(), id, ONE_COURSE),
    ];
    await fulfil(database(), first);
    await fulfil(database(), late);
    const debts = await open(late);
    const refund = String(Reflect.get(Object(Array.isArray(debts) ? debts[0] : null), 'refund_id'));
    const fail = 'select nemus_note_refund_failure($1::text::uuid, $2) as attempts';
    for (const attempts of [1, 2])
      expect(await ask(database(), SERVICE, fail, [refund, 'down'])).toEqual([{ attempts }]);
    const openRefunds = async () =>
      JSON.stringify(one(await ask(database(), SERVICE, 'select nemus_open_refunds() as list')).list);
    expect(await openRefunds()).not.toContain(refund);
    await database().query('alter table private.nemus_refunds disable trigger touch');
    await database().query(
      `update private.nemus_refunds set updated_at = now() - interval '5 minutes' where id = $1::text::uuid`,
      [refund],
    );
    await database().query('alter table private.nemus_refunds enable trigger touch');
    expect(await openRefunds()).toContain(refund);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [late.payment, '2000']);
    expect(await open(late)).toHaveLength(1);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [late.payment, '12000']);
    expect(await open(late)).toEqual([]);
    const sum = (await lines(id)).reduce((total, { amount_cents: cents }) => total + Number(cents), 0);
    expect(sum).toBe(12_000);
  });

  it.each([
    ['a trainee', signUp],
    ['an institution, whatever its address for invoices is', signUpInstitution],
  ])('tells the account of %s once when the money is back, and not before', async (_who, register) => {
    const id = await register(database());
    await database().query(
      `update nemus_institution_settings set billing_email = 'other@elsewhere.example' where institution_id = $1::text::uuid`,
      [id],
    );
    const [late, first] = [
      await openCheckout(database(), id, ONE_COURSE),
      await openCheckout(database(), id, ONE_COURSE),
    ];
    await fulfil(database(), first);
    await fulfil(database(), late);
    const notices = async () =>
      one(await ask(database(), SERVICE, 'select nemus_refund_notices($1) as list', [late.payment])).list;
    expect(await notices()).toEqual([]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [late.payment, '12000']);
    const told = await notices();
    expect(told).toMatchObject([{ email: `${id}@nemus.example`, amount_cents: 12_000, reason: 'already_enrolled' }]);
    expect(await notices()).toEqual([]);
    const [notice] = Array.isArray(told) ? told : [];
    await ask(database(), SERVICE, 'select nemus_forget_refund_notice($1::text::uuid)', [
      String(Reflect.get(Object(notice), 'refund_id')),
    ]);
    expect(await notices()).toEqual(told);
  });

  it('owes back what a dispute that was won cannot give back any more', async () => {
    const id = await signUp(database());
    const checkout = await buy(database(), id, ONE_COURSE);
    const settle = `select nemus_settle_dispute($1, $2, 12000, '', $3, $4::text::timestamptz)`;
    const dispute = (status: string, asked: string) =>
      ask(database(), SERVICE, settle, [`du_${id}`, checkout.payment, status, asked]);
    await dispute('needs_response', '2026-01-01');
    const again = await openCheckout(database(), id, ONE_COURSE);
    await fulfil(database(), again);
    await dispute('won', '2026-01-02');
    expect(await order(checkout)).toEqual({ status: 'returning', returning_cents: 12_000, refunded_cents: 0 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '12000']);
    expect(await order(checkout)).toMatchObject({ status: 'refunded' });
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_course_enrollments')).toHaveLength(1);
    const sum = (await lines(id)).reduce((total, { amount_cents: cents }) => total + Number(cents), 0);
    expect(sum).toBe(12_000);
  });
}
