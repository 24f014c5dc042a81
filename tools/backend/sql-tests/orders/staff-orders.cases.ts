import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy, fulfil, ONE_COURSE, openCheckout, REFUND_CHECKOUT } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';
import { declaration, RECORD_WITHDRAWAL } from '../scenes/withdrawals';

const REFUND = 'select nemus_begin_order_refund($1::text::uuid, $2::text::int, $3, $4::text::int) as r';
const LIST = 'select nemus_staff_orders($1, $2, $3) as r';
const DETAIL = 'select nemus_staff_order($1::text::uuid) as r';

/** Staff with the role `orders`: its view of orders, and the effects of its refunds. */
export function staffOrderCases(database: () => TestDatabase): void {
  const asks = async (user: string, statement: string, values: readonly unknown[] = []) =>
    one(await ask(database(), signedIn(user), statement, values)).r;
  const begin = (staff: string, order: string, cents: number | null, before = 0, reason = 'Kulanz') =>
    asks(staff, REFUND, [order, cents === null ? null : String(cents), reason, String(before)]);
  const refused = async (user: string, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), signedIn(user), statement, values))?.hint;
  const numbers = async (staff: string, ...values: readonly (string | null)[]) => {
    const { rows } = Object(await asks(staff, LIST, [...values, null, null, null].slice(0, 3)));
    return rows.map(({ order_id: id }: { order_id: string }) => id);
  };
  const log = (order: string) =>
    database().query(
      `select action, before, after from private.nemus_audit_log where subject = 'orders' and subject_id = $1 order by id`,
      [order],
    );

  it('finds an order by buyer, address, invoice, session and payment, and filters by state', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const buyer = await signUp(database(), { first: 'Zuzanna', last: 'Öztürk', email: `zz.${randomUUID()}@x.example` });
    const [first, second] = [
      await buy(database(), buyer, ONE_COURSE),
      await openCheckout(database(), buyer, ONE_COURSE).catch(() => null),
    ];
    expect(second).toBeNull();
    const { number } = one(
      await database().query('select number from nemus_invoices where user_id = $1::text::uuid', [buyer]),
    );
    for (const search of ['zuzanna oeztuerk', `  ÖZTÜRK `, first.order, first.session, first.payment, String(number)]) {
      expect({ search, found: await numbers(staff, search) }).toEqual({ search, found: [first.order] });
    }
    for (const pasted of [
      `Rechnung Nr. ${number}.`,
      `Rechnungsnummer:\u00A0${String(number).toLowerCase()}`,
      String(number).replaceAll('-', '\u2013'),
      String(number).replaceAll('-', ' - '),
      String(number).replace('-', '\u00AD-\u200B'),
      `Bestellung: ${first.order.toUpperCase()}`,
      first.order.replaceAll('-', '\u2011'),
      `${first.session}\u200B`,
      `(${first.payment})`,
    ]) {
      expect({ pasted, found: await numbers(staff, pasted) }).toEqual({ pasted, found: [first.order] });
    }
    expect(await numbers(staff, 'Zuzanna', 'refunded')).toEqual([]);
    expect(await numbers(staff, 'Zuzanna', 'paid')).toEqual([first.order]);
    expect(await numbers(staff)).toContain(first.order);
    // A short word is the beginning of a name.
    expect(await numbers(staff, 'Ö')).toEqual([first.order]);
    // Wildcards of LIKE, and signs alone.
    for (const search of ['%', '___', "'; drop table nemus_orders; --"]) {
      expect(await numbers(staff, search)).toEqual([]);
    }
  });

  it('shows one order with what happened to it', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const buyer = await signUp(database());
    const { order } = await buy(database(), buyer, ONE_COURSE);
    await begin(staff, order, 2_000);
    const shown = Object(await asks(staff, DETAIL, [order]));
    expect(shown).toMatchObject({
      order_id: order,
      user_id: buyer,
      refundable_cents: 10_000,
      owed_cents: 2_000,
      sum_before_cents: 2_000,
      can_ask: true,
    });
    expect(shown.history.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['ordered', 'paid', 'invoice', 'owed', 'act']),
    );
  });

  it.each([
    ['a list', LIST, () => [null, null, null]],
    ['an order', DETAIL, (order: string) => [order]],
    ['a refund', REFUND, (order: string) => [order, '100', 'Kulanz', '0']],
    ['the tasks', 'select nemus_order_tasks() as r', () => []],
    ['the withdrawals', 'select nemus_staff_withdrawals() as r', () => []],
    ['asking the provider', 'select nemus_begin_fulfilment($1::text::uuid) as r', (order: string) => [order]],
    ['a result', 'select nemus_end_fulfilment($1::text::uuid) as r', (order: string) => [order]],
    ['a retry', `select nemus_retry_set_aside('write-invoices', $1) as r`, (order: string) => [order]],
    ['attention', `select nemus_settle_attention($1::text::uuid, 'erledigt') as r`, (order: string) => [order]],
    ['a withdrawal', `select nemus_handle_withdrawal($1::text::uuid, 'erledigt') as r`, (order: string) => [order]],
  ])('refuses %s to the buyer and to staff of other sections', async (_what, statement, values) => {
    const buyer = await signUp(database());
    const { order } = await buy(database(), buyer, ONE_COURSE);
    const others = await hireStaff(database(), ['catalogue', 'teaching', 'people']);
    for (const user of [buyer, others, await signUpInstitution(database())]) {
      expect(await refused(user, statement, values(order))).toBe('staff_required');
    }
  });

  it('refunds once, however often it is asked for, and takes back what it bought when all is back', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const colleague = await hireStaff(database(), ['orders']);
    const buyer = await signUp(database());
    const { order, payment, session } = await buy(database(), buyer, ONE_COURSE);
    const first = Object(await begin(staff, order, 12_000));
    expect(first).toMatchObject({ amount_cents: 12_000, session_id: session, is_new: true });
    for (const again of [staff, colleague]) {
      expect(await begin(again, order, 12_000)).toEqual({ ...first, is_new: false });
    }
    expect(await log(order)).toEqual([
      {
        action: 'refund_order',
        before: { refunded_cents: 0 },
        after: { refunded_cents: 12_000, reason: 'Kulanz' },
      },
    ]);
    const enrolled = () => ask(database(), signedIn(buyer), 'select id from nemus_course_enrollments');
    expect(await enrolled()).toHaveLength(1);
    for (const _told of ['by the function', 'by the webhook']) {
      await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '12000']);
    }
    expect(await enrolled()).toEqual([]);
    const lines = await ask(
      database(),
      signedIn(buyer),
      `select t.amount_cents, i.kind, t.id from nemus_transactions t left join nemus_invoices i on i.transaction_id = t.id
       order by t.created_at, t.amount_cents desc`,
    );
    expect(lines).toMatchObject([
      { amount_cents: 12_000, kind: 'invoice' },
      { amount_cents: -12_000, kind: 'cancellation' },
    ]);
    const notices = one(await ask(database(), SERVICE, 'select nemus_refund_notices($1) as r', [payment])).r;
    // Its mail has the cancellation attached.
    expect(notices).toMatchObject([{ amount_cents: 12_000, reason: 'by_staff', transaction_id: lines[1]?.id }]);
    // The answer may get lost after everything: asking again is still the same refund.
    expect(await begin(staff, order, 12_000)).toMatchObject({ is_new: false });
  });

  it('refunds in parts up to what is left, and leaves the course until all is back', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const buyer = await signUp(database());
    const { order, payment } = await buy(database(), buyer, ONE_COURSE);
    await begin(staff, order, 5_000);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '5000']);
    expect(await ask(database(), signedIn(buyer), 'select id from nemus_course_enrollments')).toHaveLength(1);
    const outdated = await refusal(database(), signedIn(staff), REFUND, [order, '1000', 'Kulanz', '0']);
    expect(outdated?.hint).toBe('refund_outdated');
    for (const cents of ['7001', '0', '-1', '2147483647', null]) {
      const wrong = await refusal(database(), signedIn(staff), REFUND, [order, cents, 'Kulanz', '5000']);
      expect({ cents, hint: wrong?.hint, values: wrong?.values }).toEqual({
        cents,
        hint: 'refund_amount',
        values: { left_cents: 7_000 },
      });
    }
    expect(await refused(staff, REFUND, [order, '100', '  ', '5000'])).toBe('note_missing');
    expect(await refused(staff, REFUND, [order, '100', 'Kulanz', null])).toBe('refund_outdated');
    expect(await refused(staff, REFUND, [randomUUID(), '100', 'Kulanz', '0'])).toBe('order_not_found');
    await begin(staff, order, 7_000, 5_000);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '12000']);
    expect(await ask(database(), signedIn(buyer), 'select id from nemus_course_enrollments')).toEqual([]);
    expect(
      await ask(database(), signedIn(buyer), 'select sum(amount_cents)::int as sum from nemus_transactions'),
    ).toEqual([{ sum: 0 }]);
  });

  it('refuses the refund of an own order, and of one of the own institution', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const own = await buy(database(), staff, ONE_COURSE);
    expect(await refused(staff, REFUND, [own.order, '100', 'Kulanz', '0'])).toBe('second_person');
    expect(await asks(staff, DETAIL, [own.order])).toMatchObject({ is_own: true });
    const institution = await signUpInstitution(database());
    const { order } = await buy(database(), institution, { kind: 'credits', credits: 100 });
    const [member, trainee] = [await signUpInstitution(database()), await hireStaff(database(), ['orders'])];
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'orders')`, [member]);
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{reading}')`,
      [institution, member],
    );
    await addTrainee(database(), institution, { account: trainee });
    for (const person of [member, trainee]) {
      expect(await refused(person, REFUND, [order, '100', 'Kulanz', '0'])).toBe('second_person');
    }
    // Who leaves for the refund, perhaps to join again, is still no other person.
    await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [member]);
    const { id: link } = one(
      await database().query('select id::text as id from nemus_trainees where user_id = $1::text::uuid', [trainee]),
    );
    await database().query(
      `insert into nemus_invitations (institution_id, trainee_id, email, expires_at, accepted_at)
       values ($1::text::uuid, $2::text::uuid, $3 || '@nemus.example', now(), now())`,
      [institution, String(link), trainee],
    );
    await ask(database(), signedIn(trainee), 'select nemus_leave_institution($1::text::uuid)', [String(link)]);
    for (const person of [member, trainee]) {
      expect(await refused(person, REFUND, [order, '100', 'Kulanz', '0'])).toBe('second_person');
    }
    expect(await begin(staff, order, 100)).toMatchObject({ is_new: true });
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ is_own: false, almost_all_cents: 18_000 });
  });

  it.each(['confirmed its hours', 'receives its invoices'])(
    'refuses the refund of an order of an institution to a person who %s',
    async (how) => {
      const [staff, institution] = [await hireStaff(database(), ['orders']), await signUpInstitution(database())];
      const { order } = await buy(database(), institution, { kind: 'credits', credits: 100 });
      if (how === 'confirmed its hours') {
        await database().query(
          `insert into nemus_confirmers (institution_id, name, email, user_id, accepted_at, ended_at)
           values ($1::text::uuid, 'Ada Lehr', 'ada@nemus.example', $2::text::uuid, now(), now())`,
          [institution, staff],
        );
      } else {
        await database().query(
          `update nemus_institution_settings set billing_email = (select upper(email) from auth.users
             where id = $2::text::uuid) where institution_id = $1::text::uuid`,
          [institution, staff],
        );
      }
      expect(await refused(staff, REFUND, [order, '100', 'Kulanz', '0'])).toBe('second_person');
    },
  );

  it('pays a failed refund of an own order again only when a second person asks', async () => {
    const [staff, other] = [await hireStaff(database(), ['orders']), await hireStaff(database(), ['orders'])];
    const { order } = await buy(database(), staff, ONE_COURSE);
    const look = 'select nemus_begin_fulfilment($1::text::uuid) as r';
    // Looking is free; it decides nothing.
    expect(await asks(staff, look, [order])).toMatchObject({ status: 'paid' });
    await begin(other, order, 1_000);
    await database().query('update private.nemus_refunds set is_held = true where order_id = $1::text::uuid', [order]);
    expect(await refused(staff, look, [order])).toBe('second_person');
    expect(await asks(other, look, [order])).toMatchObject({ status: 'paid' });
  });

  it('flags a refund of almost everything that leaves the access, until a second person has looked at it', async () => {
    const [staff, other] = [await hireStaff(database(), ['orders']), await hireStaff(database(), ['orders'])];
    const { order, payment } = await buy(database(), await signUp(database()), ONE_COURSE);
    await begin(staff, order, 6_000);
    await begin(staff, order, 5_000, 6_000);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '6000']);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: null });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '11000']);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: 'access_kept', status: 'paid' });
    const settle = `select nemus_settle_attention($1::text::uuid, 'Geprüft') as r`;
    expect(await refused(staff, settle, [order])).toBe('second_person');
    await asks(other, settle, [order]);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: null });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '11500']);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: 'access_kept' });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '12000']);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: null, status: 'refunded' });
  });

  it('refunds nothing of what was never paid', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const { order } = await openCheckout(database(), await signUp(database()), ONE_COURSE);
    expect(await refused(staff, REFUND, [order, '100', 'Kulanz', '0'])).toBe('refund_amount');
  });

  it('takes back the credits that are still there, and says when some were spent', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const buyer = await signUpInstitution(database());
    const { order, payment } = await buy(database(), buyer, { kind: 'credits', credits: 100 });
    await ask(database(), signedIn(buyer), ENROL_WITH_CREDITS, [buyer, COURSE_60]);
    await begin(staff, order, 20_000);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [payment, '20000']);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: 'credits_spent', credits_left: 0 });
    const { attention } = Object(await asks(staff, 'select nemus_order_tasks() as r'));
    expect(attention.map(({ order_id: id }: { order_id: string }) => id)).toContain(order);
    await asks(staff, `select nemus_settle_attention($1::text::uuid, 'Mit der Einrichtung geklärt') as r`, [order]);
    expect(await asks(staff, DETAIL, [order])).toMatchObject({ attention: null });
    expect((await log(order)).at(-1)).toEqual({
      action: 'settle_attention',
      before: { attention: 'credits_spent' },
      after: { attention: null, note: 'Mit der Einrichtung geklärt' },
    });
  });

  it('writes down how a withdrawal was handled, and never changes what was declared', async () => {
    const staff = await hireStaff(database(), ['orders']);
    // The list has room for a hundred: those of other tests are settled.
    await database().query('update private.nemus_withdrawals set handled_at = now() where handled_at is null');
    const values = declaration();
    const { reference } = one(await ask(database(), SERVICE, RECORD_WITHDRAWAL, values));
    const waiting = async () =>
      Object(await asks(staff, 'select nemus_order_tasks() as r')).withdrawals.find(
        (row: { reference: string }) => row.reference === reference,
      );
    const { withdrawal_id: id } = await waiting();
    const HANDLE = 'select nemus_handle_withdrawal($1::text::uuid, $2) as r';
    expect(await refused(staff, HANDLE, [id, ' '])).toBe('note_missing');
    expect(await refused(staff, HANDLE, [randomUUID(), 'erledigt'])).toBe('withdrawal_not_found');
    await asks(staff, HANDLE, [id, 'Wirksam, erstattet']);
    expect(await waiting()).toBeUndefined();
    const [line] = await database().query(
      `select actor_id::text as actor, action, after ->> 'handled_note' as note from private.nemus_audit_log
       where subject = 'withdrawals' and subject_id = $1`,
      [id],
    );
    expect(line).toEqual({ actor: staff, action: 'update', note: 'Wirksam, erstattet' });
  });

  it('shows who waits for the provider, and notes who had it asked and what became of it', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const checkout = await openCheckout(database(), await signUp(database()), ONE_COURSE, '1 day');
    const { order } = checkout;
    await database().query(`update nemus_orders set created_at = now() - interval '1 hour' where id = $1::text::uuid`, [
      order,
    ]);
    const { unsettled } = Object(await asks(staff, 'select nemus_order_tasks() as r'));
    expect(unsettled.map(({ order_id: id }: { order_id: string }) => id)).toContain(order);
    await asks(staff, 'select nemus_begin_fulfilment($1::text::uuid) as r', [order]);
    await fulfil(database(), checkout);
    await asks(staff, 'select nemus_end_fulfilment($1::text::uuid) as r', [order]);
    await asks(staff, 'select nemus_end_fulfilment($1::text::uuid) as r', [order]);
    expect(await log(order)).toEqual([
      { action: 'ask_provider', before: { status: 'open', refunded_cents: 0 }, after: null },
      {
        action: 'settle_order',
        before: { status: 'open', refunded_cents: 0 },
        after: { status: 'paid', refunded_cents: 0 },
      },
    ]);
  });
}
