import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import {
  buy,
  CLOSE_CHECKOUT,
  CREATE_ORDER,
  fulfil,
  FULFIL_CHECKOUT,
  openCheckout,
  orderArguments,
  REFUND_CHECKOUT,
} from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { dayFrom } from '../scenes/days';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one, text } from '../scenes/rows';
import { addTrainee, SET_INACTIVE } from '../scenes/trainees';

const SYNC = `select nemus_sync_subscription($1, $2, $3, '2030-01-01', $4::text::boolean, $5::text::timestamptz)`;
const RENEWED = `select nemus_record_invoice($1, $2, $3::text::int, 'eur', $4::text::timestamptz)`;
const SUBSCRIPTION = 'select tier, status, cancel_at_period_end from nemus_subscriptions';
const PURCHASES =
  'select type, amount_cents, status from nemus_transactions order by occurred_at, created_at, amount_cents desc';

export function purchaseCases(database: () => TestDatabase): void {
  it.each([
    ['a course', { kind: 'course', course: COURSE_85 }, 17_000, 'Selbstreflexion und Genogrammarbeit'],
    ['credits', { kind: 'credits', credits: 150 }, 30_000, '150 Credits'],
    ['a month', { kind: 'subscription', tier: 'monthly' }, 29_900, 'Monatsabonnement'],
    ['a year', { kind: 'subscription', tier: 'yearly' }, 299_000, 'Jahresabonnement'],
  ] as const)('takes the price of %s from rows', async (_what, purchase, amount, title) => {
    const id = await signUpInstitution(database(), 'Klinik am Wald');
    const { ordered } = one(await ask(database(), SERVICE, CREATE_ORDER, orderArguments(id, purchase)));
    expect(ordered).toMatchObject({
      amount_cents: amount,
      currency: 'eur',
      title,
      email: `${id}@nemus.example`,
      name: 'Klinik am Wald',
      provider_customer_id: null,
    });
    expect(await ask(database(), signedIn(id), 'select status, terms_version from nemus_orders')).toEqual([
      { status: 'open', terms_version: '2026-11' },
    ]);
  });

  it.each([
    ['too few credits', { kind: 'credits', credits: 99 }, 'invalid_order'],
    ['credits between the steps', { kind: 'credits', credits: 120 }, 'invalid_order'],
    ['an unknown tier', { kind: 'subscription', tier: 'weekly' }, 'invalid_order'],
    ['a course without a course', { kind: 'course' }, 'course_not_found'],
    [
      'a course that is not there',
      { kind: 'course', course: '00000000-0000-4000-8000-000000000000' },
      'course_not_found',
    ],
    [
      'a stranger as trainee',
      { kind: 'course', course: COURSE_60, trainees: ['00000000-0000-4000-8000-000000000000'] },
      'trainee_not_found',
    ],
  ] as const)('refuses an order of %s', async (_what, purchase, code) => {
    const id = await signUpInstitution(database());
    expect(await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, purchase))).toMatchObject({
      message: code,
      hint: code,
      values: null,
    });
  });

  it('sells credits and subscriptions to institutions alone', async () => {
    const id = await signUp(database());
    for (const purchase of [
      { kind: 'credits', credits: 100 },
      { kind: 'subscription', tier: 'monthly' },
    ] as const) {
      expect(await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, purchase))).toMatchObject({
        code: 'PT403',
        hint: 'institution_required',
      });
    }
  });

  it('grants a course once, and says so afterwards', async () => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    expect(await fulfil(database(), checkout)).toMatchObject({ already_processed: false, kind: 'course' });
    expect(await fulfil(database(), checkout)).toMatchObject({ already_processed: true, kind: 'course' });
    expect(await ask(database(), signedIn(id), 'select enrollment_type, status from nemus_course_enrollments')).toEqual(
      [{ enrollment_type: 'direct_purchase', status: 'not_started' }],
    );
    expect(await ask(database(), signedIn(id), PURCHASES)).toEqual([
      { type: 'course', amount_cents: 17_000, status: 'completed' },
    ]);
    expect(
      await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, { kind: 'course', course: COURSE_85 })),
    ).toMatchObject({
      hint: 'already_enrolled',
    });
  });

  it('grants credits with the balance of afterwards, and only for the whole amount', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 30);
    const checkout = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    expect(
      await refusal(database(), SERVICE, FULFIL_CHECKOUT, [checkout.session, '19999', 'pi_x', null, null]),
    ).toMatchObject({
      code: 'PT409',
      hint: 'amount_mismatch',
    });
    expect(
      await refusal(database(), SERVICE, FULFIL_CHECKOUT, ['cs_unbekannt', '20000', 'pi_x', null, null]),
    ).toMatchObject({
      hint: 'order_not_found',
    });
    const expected = { kind: 'credits', credits_added: 100, available_credits: 130, total_credits: 130 };
    expect(await fulfil(database(), checkout)).toMatchObject({ ...expected, already_processed: false });
    expect(await fulfil(database(), checkout)).toMatchObject({ ...expected, already_processed: true });
  });

  it('books for trainees what an institution paid by card', async () => {
    const id = await signUpInstitution(database());
    const trainees = [await addTrainee(database(), id), await addTrainee(database(), id)];
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_60, trainees });
    expect(checkout.amount).toBe(24_000);
    await fulfil(database(), checkout);
    expect(
      await ask(database(), signedIn(id), 'select participants, credits_spent, status from nemus_course_bookings'),
    ).toEqual([{ participants: 2, credits_spent: 0, status: 'confirmed' }]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '24000']);
    expect(await ask(database(), signedIn(id), 'select status from nemus_course_bookings')).toEqual([
      { status: 'cancelled' },
    ]);
    expect(await ask(database(), signedIn(id), 'select * from nemus_booking_participants')).toEqual([]);
  });

  it('begins a booking that is paid by card on the chosen day, or on the day of a payment that came later', async () => {
    const id = await signUpInstitution(database());
    const chosen = { kind: 'course', course: COURSE_60, start: dayFrom(40) } as const;
    const first = await addTrainee(database(), id);
    await buy(database(), id, { ...chosen, trainees: [first] });
    const second = await addTrainee(database(), id);
    const late = await openCheckout(database(), id, { ...chosen, trainees: [second] });
    await database().query(`update nemus_orders set starts_on = starts_on - 50 where checkout_session_id = $1`, [
      late.session,
    ]);
    await fulfil(database(), late);
    const days = `select start_date - (now() at time zone 'Europe/Berlin')::date as days from nemus_course_bookings
      order by start_date`;
    expect(await ask(database(), signedIn(id), days)).toEqual([{ days: 0 }, { days: 40 }]);
  });

  it.each([
    ['yesterday', -1, 'start_in_the_past'],
    ['in three years', 1100, 'start_too_late'],
  ])('takes no booking that begins %s, by card or with credits', async (_when, days, hint) => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const trainee = await addTrainee(database(), id);
    const start = dayFrom(days);
    const order = orderArguments(id, { kind: 'course', course: COURSE_60, trainees: [trainee], start });
    expect(await refusal(database(), SERVICE, CREATE_ORDER, order)).toMatchObject({
      code: 'PT400',
      hint,
      message: hint,
    });
    const book = 'select nemus_book_course($1::text::uuid, $2::text::uuid[], $3::text::date)';
    expect(await refusal(database(), signedIn(id), book, [COURSE_60, `{${trainee}}`, start])).toMatchObject({
      code: 'PT400',
      hint,
    });
  });

  it('takes no first day for a course without trainees', async () => {
    const id = await signUpInstitution(database());
    const order = orderArguments(id, { kind: 'course', course: COURSE_60, start: 'infinity' });
    expect(await refusal(database(), SERVICE, CREATE_ORDER, order)).toMatchObject({ hint: 'invalid_order' });
  });

  it('notes a payment that takes days, and leaves a granted order granted', async () => {
    const id = await signUpInstitution(database());
    const checkout = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [checkout.session, 'pending']);
    expect(await ask(database(), signedIn(id), PURCHASES)).toMatchObject([{ status: 'pending' }]);
    await fulfil(database(), checkout);
    for (const late of ['pending', 'failed', 'expired'])
      await ask(database(), SERVICE, CLOSE_CHECKOUT, [checkout.session, late]);
    expect(await ask(database(), signedIn(id), 'select status from nemus_orders')).toEqual([{ status: 'paid' }]);
    expect(await ask(database(), signedIn(id), PURCHASES)).toMatchObject([{ status: 'completed' }]);
  });

  it.each([
    ['failed', [{ status: 'failed' }]],
    ['expired', []],
  ])('writes a checkout that %s down as what it is', async (status, purchases) => {
    const id = await signUpInstitution(database());
    const checkout = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [checkout.session, status]);
    expect(await ask(database(), signedIn(id), 'select status from nemus_orders')).toEqual([{ status }]);
    expect(await ask(database(), signedIn(id), PURCHASES)).toMatchObject(purchases);
    // The provider's word that money came in after all is the last one.
    expect(await fulfil(database(), checkout)).toMatchObject({ already_processed: false, credits_added: 100 });
  });

  it('takes refunded credits back as far as they are there, step by step', async () => {
    const id = await signUpInstitution(database());
    const checkout = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    expect(await refusal(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '5000'])).toMatchObject({
      hint: 'order_not_found',
    });
    await fulfil(database(), checkout);
    for (const sum of ['5000', '5000', '4000'])
      await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, sum]);
    const balance = 'select total_credits, available_credits from nemus_credit_balances';
    expect(await ask(database(), signedIn(id), balance)).toEqual([{ total_credits: 75, available_credits: 75 }]);
    await ask(
      database(),
      signedIn(id),
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       values ($1::text::uuid, '${COURSE_60}', 'institution_credits', 'not_started')`,
      [id],
    );
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '20000']);
    expect(await ask(database(), signedIn(id), balance)).toEqual([{ total_credits: 60, available_credits: 0 }]);
    expect(await ask(database(), signedIn(id), 'select status, refunded_cents, attention from nemus_orders')).toEqual([
      { status: 'refunded', refunded_cents: 20_000, attention: 'credits_spent' },
    ]);
  });

  it('has nothing open any more when as many credits are there as are owed back', async () => {
    const id = await signUpInstitution(database());
    const checkout = await buy(database(), id, { kind: 'credits', credits: 100 });
    const standing = async () =>
      one(
        await ask(
          database(),
          signedIn(id),
          `select o.attention, b.available_credits from nemus_orders o
           join nemus_credit_balances b on b.institution_id = o.user_id`,
        ),
      );
    await ask(
      database(),
      signedIn(id),
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       values ($1::text::uuid, '${COURSE_60}', 'institution_credits', 'not_started')`,
      [id],
    );
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '10000']);
    expect(await standing()).toEqual({ attention: 'credits_spent', available_credits: 0 });
    await giveCredits(database(), id, 60);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '20000']);
    expect(await standing()).toEqual({ attention: null, available_credits: 0 });
  });

  it('refuses the word of a checkout that is not known, and a status that is none of a checkout', async () => {
    const id = await signUpInstitution(database());
    const { session } = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    expect(await refusal(database(), SERVICE, CLOSE_CHECKOUT, [`${session}_other`, 'failed'])).toMatchObject({
      code: 'PT404',
      hint: 'order_not_found',
    });
    for (const status of ['paid', 'refunded', null])
      expect(await refusal(database(), SERVICE, CLOSE_CHECKOUT, [session, status])).toMatchObject({
        hint: 'invalid_status',
      });
    expect(await ask(database(), signedIn(id), 'select status from nemus_orders')).toEqual([{ status: 'open' }]);
  });

  it('takes a refunded course back, and cancels its invoice by a document of its own', async () => {
    const id = await signUp(database());
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_85 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '17000']);
    expect(await ask(database(), signedIn(id), 'select * from nemus_course_enrollments')).toEqual([]);
    expect(await fulfil(database(), checkout)).toMatchObject({ already_processed: true });
    const invoices = await ask(
      database(),
      signedIn(id),
      `select i.kind, i.net_cents, i.tax_cents, i.gross_cents, c.kind as cancels from nemus_invoices i
       left join nemus_invoices c on c.id = i.cancels_id order by i.number`,
    );
    expect(invoices).toEqual([
      { kind: 'invoice', net_cents: 14_286, tax_cents: 2_714, gross_cents: 17_000, cancels: null },
      { kind: 'cancellation', net_cents: -14_286, tax_cents: -2_714, gross_cents: -17_000, cancels: 'invoice' },
    ]);
  });

  it('takes no order for an inactive trainee, and grants one paid before a trainee became inactive', async () => {
    const id = await signUpInstitution(database());
    const trainee = await addTrainee(database(), id);
    const chosen = { kind: 'course', course: COURSE_60, trainees: [trainee] } as const;
    const checkout = await openCheckout(database(), id, chosen);
    await ask(database(), signedIn(id), SET_INACTIVE, [trainee]);
    expect(await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, chosen))).toMatchObject({
      code: 'PT409',
      hint: 'trainee_inactive',
      // The refusal's names are for the institution alone, not for the function that takes its order.
      values: null,
    });
    await fulfil(database(), checkout);
    expect(await ask(database(), signedIn(id), 'select participants, origin from nemus_course_bookings')).toEqual([
      { participants: 1, origin: 'portal' },
    ]);
  });

  it('starts, changes and ends a subscription, whatever the order of the events', async () => {
    const id = await signUpInstitution(database());
    const checkout = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
    const own = `sub_${id}`;
    // The provider tells of the subscription before it tells of its checkout.
    await ask(database(), SERVICE, SYNC, [own, 'active', 'monthly', 'false', '2026-01-01T10:00:00Z']);
    expect(await ask(database(), signedIn(id), SUBSCRIPTION)).toEqual([]);
    expect(
      await refusal(database(), SERVICE, FULFIL_CHECKOUT, [checkout.session, '29900', null, null, null]),
    ).toMatchObject({
      hint: 'subscription_missing',
    });
    expect(await fulfil(database(), checkout, own, '2026-02-01')).toMatchObject({ subscription_tier: 'monthly' });
    expect(await ask(database(), signedIn(id), SUBSCRIPTION)).toEqual([
      { tier: 'monthly', status: 'active', cancel_at_period_end: false },
    ]);
    expect(
      await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, { kind: 'subscription', tier: 'yearly' })),
    ).toMatchObject({
      hint: 'already_subscribed',
    });
    await ask(database(), SERVICE, SYNC, [own, 'active', 'yearly', 'true', '2026-01-03T10:00:00Z']);
    await ask(database(), SERVICE, SYNC, [own, 'past_due', 'monthly', 'false', '2026-01-02T10:00:00Z']);
    expect(await ask(database(), signedIn(id), SUBSCRIPTION)).toEqual([
      { tier: 'yearly', status: 'active', cancel_at_period_end: true },
    ]);
    await ask(database(), SERVICE, SYNC, [own, 'canceled', null, 'false', '2026-01-04T10:00:00Z']);
    const again = await openCheckout(database(), id, { kind: 'subscription', tier: 'yearly' });
    await fulfil(database(), again, `${own}_2`, '2027-02-01');
    await ask(database(), SERVICE, SYNC, [own, 'canceled', null, 'false', '2026-01-05T10:00:00Z']);
    expect(await ask(database(), signedIn(id), SUBSCRIPTION)).toMatchObject([{ tier: 'yearly', status: 'active' }]);
  });

  it('writes a renewal once, and the first invoice not again', async () => {
    const id = await signUpInstitution(database());
    const own = `sub_${id}`;
    const renewal = [own, `in_1_${id}`, '29900', new Date().toISOString()];
    expect(await refusal(database(), SERVICE, RENEWED, renewal)).toMatchObject({ hint: 'order_not_found' });
    const checkout = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
    await fulfil(database(), checkout, own, null);
    await ask(database(), SERVICE, RENEWED, renewal);
    expect(await ask(database(), signedIn(id), PURCHASES)).toHaveLength(1);
    for (const _delivery of ['first', 'second']) {
      await ask(database(), SERVICE, RENEWED, [own, `in_2_${id}`, '29900', '2035-01-01']);
    }
    expect(await ask(database(), signedIn(id), PURCHASES)).toHaveLength(2);
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_invoices')).toHaveLength(2);
  });

  it('numbers invoices without a gap, also when a purchase fails in between', async () => {
    const numbers = async () =>
      (
        await database().query(
          `select right(number, 6)::int as n from nemus_invoices where not is_sample order by number`,
        )
      ).map(({ n }) => Number(n));
    const before = (await numbers()).length;
    const id = await signUpInstitution(database());
    const first = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    await database().query('begin');
    await database().query(`select nemus_fulfil_checkout($1, 20000, 'eur', 'pi_weg')`, [first.session]);
    await database().query('rollback');
    await fulfil(database(), first);
    await buy(database(), id, { kind: 'credits', credits: 100 });
    const after = await numbers();
    expect(after).toHaveLength(before + 2);
    expect(after).toEqual(after.map((_number, index) => index + 1));
  });

  it('keeps an invoice as it was issued, and its account with it', async () => {
    const id = await signUp(database());
    await buy(database(), id, { kind: 'course', course: COURSE_85 });
    const invoice = one(
      await ask(
        database(),
        signedIn(id),
        'select number, buyer, seller, lines, tax_rate::float8 as tax_rate from nemus_invoices',
      ),
    );
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^NE-20\d\d-\d{6}$/),
      buyer: { name: 'Eva Test', address: 'Weg 1\n10115 Berlin', email: `${id}@nemus.example` },
      lines: [
        { description: 'Selbstreflexion und Genogrammarbeit', quantity: 1, unit: 'Teilnahme', gross_cents: 17_000 },
      ],
      tax_rate: 19,
    });
    await expect(database().query('update nemus_invoices set gross_cents = 1')).rejects.toMatchObject({
      code: 'PT405',
    });
    await expect(database().query('delete from auth.users where id = $1::text::uuid', [id])).rejects.toThrow();
  });

  it('remembers finished events, and tries failed ones again', async () => {
    const event = text(await database().query('select gen_random_uuid()::text as id'), 'id');
    const begin = `select nemus_begin_event($1, 'checkout.session.completed', now()) as open`;
    const finish = 'select nemus_finish_event($1, $2)';
    const isOpen = async () => one(await ask(database(), SERVICE, begin, [event])).open;
    expect(await isOpen()).toBe(true);
    await ask(database(), SERVICE, finish, [event, 'Zeitüberschreitung']);
    expect(await isOpen()).toBe(true);
    await ask(database(), SERVICE, finish, [event, null]);
    expect(await isOpen()).toBe(false);
    await ask(database(), SERVICE, finish, [event, 'zu spät']);
    expect(await isOpen()).toBe(false);
  });

  it('names the prices of the plans', async () => {
    expect(one(await ask(database(), SERVICE, 'select nemus_plans() as plans')).plans).toEqual([
      { tier: 'monthly', amount_cents: 29_900, currency: 'eur' },
      { tier: 'yearly', amount_cents: 299_000, currency: 'eur' },
    ]);
  });
}
