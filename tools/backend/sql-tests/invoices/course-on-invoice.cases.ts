import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { enrol, enrolmentOf } from '../scenes/enrolments';
import { addFactor, withFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { partOf, placesTaken } from '../scenes/places';
import { hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { openAccount } from '../scenes/transfers';
import { declaration, RECORD_WITHDRAWAL } from '../scenes/withdrawals';

const OFFER = 'select nemus_course_on_invoice($1::text::uuid, $2) as r';
const ENTER = 'select nemus_enter_on_invoice($1::text::uuid, $2::text::uuid, $3, $4::text::int, $5::text::jsonb) as r';
const RECEIVE = `select nemus_enter_receipts(jsonb_build_array(jsonb_build_object('invoice_id', $1::text,
  'amount_cents', $2::text::int, 'received_on', (now() at time zone 'Europe/Berlin')::date, 'reference', $3::text))) as r`;
const CANCEL = 'select nemus_cancel_transfer($1::text::uuid, $2::text::int, $3) as r';
const OWN = 'select nemus_own_transfers() as r';
const ADDRESS = {
  recipient: 'Vera Neu',
  street: 'Gasse 1',
  extra_line: '',
  postal_code: '04109',
  city: 'Leipzig',
  country: 'DE',
};
const PRICE = 10_000;

/** A person who calls about a date of a seminar that costs 100 euros, and staff with both roles. */
async function callScene(database: TestDatabase, { capacity = 1, deadline = null as number | null } = {}) {
  await openAccount(database);
  const seminar = await addSeminar(database);
  const date = await addDate(database, seminar, { capacity, deadline });
  const staff = await hireStaff(database, ['teaching', 'orders']);
  const call = async (statement: string, values: readonly unknown[] = [], user = staff) =>
    Object(one(await ask(database, signedIn(user), statement, values)).r);
  const person = async () => {
    const user = await signUp(database, { first: 'Vera', last: 'Neu' });
    await database.query('delete from nemus_billing_addresses where user_id = $1::text::uuid', [user]);
    const [account] = await database.query('select email from nemus_profiles where user_id = $1::text::uuid', [user]);
    return { user, email: String(account?.email) };
  };
  const { user, email } = await person();
  const asked = (changes: { order?: string; date?: string; email?: string; cents?: number; address?: object } = {}) => {
    const { order = randomUUID(), cents = PRICE, address = ADDRESS } = changes;
    return [order, changes.date ?? date, changes.email ?? email, String(cents), JSON.stringify(address)];
  };
  const enter = (changes = {}) => call(ENTER, asked(changes));
  const hint = async (changes = {}, caller = signedIn(staff)) =>
    (await refusal(database, caller, ENTER, asked(changes)))?.hint;
  const ordersOf = (who: string) =>
    database.query(
      `select kind, status, payment_method, amount_cents, date_id::text as date, terms is not null as has_terms
       from nemus_orders where user_id = $1::text::uuid`,
      [who],
    );
  const invoiceOf = async (who = user): Promise<Record<string, unknown>> => {
    const own = await call(OWN, [], who);
    return own.invoices[0];
  };
  return { seminar, date, staff, user, email, person, call, asked, enter, hint, ordersOf, invoiceOf };
}

/** A course that staff sells on an invoice to a person who calls. */
export function courseOnInvoiceCases(database: () => TestDatabase): void {
  it('gives place, order and invoice at once, whatever the deadline, and shows the person what is open', async () => {
    const scene = await callScene(database(), { deadline: -1 });
    const { seminar, date, user, email, call, enter, ordersOf, staff } = scene;
    expect(await call(OFFER, [date, ` ${email.toUpperCase()}`])).toEqual({
      name: 'Vera Neu',
      title: 'Traumatherapie',
      amount_cents: PRICE,
      days: 14,
      is_full: false,
      address: null,
      open_cents: 0,
      is_overdue: false,
    });
    const entered = await enter();
    expect(entered).toMatchObject({ name: 'Vera Neu', status: 'confirmed', waitlist_position: null });
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
    expect(await ordersOf(user)).toEqual([
      { kind: 'course', status: 'paid', payment_method: 'invoice', amount_cents: PRICE, date, has_terms: true },
    ]);
    const own = await call(OWN, [], user);
    expect(own).toMatchObject({
      offer: null,
      invoices: [
        { number: entered.number, open_cents: PRICE, state: 'open', payment: { iban: 'DE02120300000000202051' } },
      ],
    });
    const [invoice] = await ask(
      database(),
      signedIn(user),
      `select buyer ->> 'name' as name, buyer ->> 'address' as address, lines -> 0 ? 'paid_on' as is_paid,
         (payment ->> 'due_on')::date - issued_on as days from nemus_invoices`,
    );
    expect(invoice).toEqual({ name: 'Vera Neu', address: 'Gasse 1\n04109 Leipzig', is_paid: false, days: 14 });
    // The letter of every purchase, with the invoice; and 14 days to withdraw.
    const letters = await database().query(
      `select from private.nemus_purchase_letters l join nemus_transactions t on t.id = l.transaction_id
       where t.user_id = $1::text::uuid`,
      [user],
    );
    expect(letters).toHaveLength(1);
    expect(await call('select nemus_own_withdrawals() as r', [], user)).toMatchObject([
      { order_id: entered.order_id, is_open: true, withdrawal: null },
    ]);
    const { history } = await call('select nemus_staff_order($1::text::uuid) as r', [entered.order_id]);
    expect(history).toContainEqual(
      expect.objectContaining({ what: 'act', words: 'enter_on_invoice', who: 'Ina Falk' }),
    );
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'not_started', progress: 0 });
    expect(staff).not.toBe(user);
  });

  it('puts the person on the waiting list of a full date, as without charge', async () => {
    const { enter, person, date, user, call, email: own } = await callScene(database());
    const { email } = await person();
    await enter({ email });
    expect(await call(OFFER, [date, own])).toMatchObject({ is_full: true });
    expect(await enter()).toMatchObject({ status: 'waitlist', waitlist_position: 1 });
    expect(await partOf(database(), user, date)).toBe('waitlist 1');
  });

  it('answers the same order again, and changes nothing', async () => {
    const { enter, hint, person, seminar, ordersOf, user } = await callScene(database(), { capacity: 3 });
    const order = randomUUID();
    const first = await enter({ order });
    expect(await enter({ order })).toEqual(first);
    expect(await ordersOf(user)).toHaveLength(1);
    expect(await hint({ order, email: (await person()).email })).toBe('invalid_order');
    const other = await addDate(database(), await addSeminar(database()));
    expect(await hint({ order, date: other })).toBe('invalid_order');
    // The same course, another order: the person has it.
    expect(await hint()).toBe('already_enrolled');
    expect(await hint({ date: await addDate(database(), seminar, { hours: 480 }) })).toBe('already_enrolled');
  });

  it('is refused, all or nothing, for what cannot be sold', async () => {
    const { enter, hint, seminar, user, person, date, ordersOf, call, email } = await callScene(database(), {
      capacity: 9,
    });
    expect(await hint({ cents: PRICE - 1 })).toBe('price_changed');
    expect(await hint({ date: randomUUID() })).toBe('appointment_not_found');
    expect(await hint({ date: await addDate(database(), seminar, { hours: -1 }) })).toBe('date_unchangeable');
    const free = await addSeminar(database());
    await database().query('update nemus_courses set price_euros = 0 where id = $1::text::uuid', [free]);
    expect(await hint({ date: await addDate(database(), free) })).toBe('course_not_found');
    for (const address of [
      {},
      { ...ADDRESS, street: ' ' },
      { ...ADDRESS, city: '12' },
      { ...ADDRESS, postal_code: '00999' },
      { ...ADDRESS, country: 'FR' },
      { ...ADDRESS, recipient: 'Vera\nNeu' },
    ]) {
      expect([address, await hint({ address })]).toEqual([address, 'invalid_field']);
    }
    expect(await hint({ address: { ...ADDRESS, country: 'AT', postal_code: '1010' } })).toBe('buyer_not_sold');
    await database().query(`update private.nemus_settings set value = '{}' where key = 'bank_account'`);
    expect(await hint()).toBe('transfer_no_account');
    await openAccount(database());
    const paying = await person();
    await ask(database(), SERVICE, 'select nemus_order_course($1::text::uuid, $2::text::uuid)', [paying.user, seminar]);
    expect(await hint({ email: paying.email })).toBe('purchase_elsewhere');
    expect([await ordersOf(user), await enrolmentOf(database(), user, seminar)]).toEqual([[], undefined]);
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    await enrol(database(), user, seminar);
    expect(await hint()).toBe('already_enrolled');
    expect((await refusal(database(), signedIn(user), OFFER, [date, email]))?.hint).toBe('staff_required');
    await enter({ email: (await person()).email });
    expect(await call(OFFER, [date, (await person()).email])).toMatchObject({ open_cents: 0 });
  });

  it('finds the account of a trainee alone: confirmed, not blocked, and no institution', async () => {
    const { hint, user } = await callScene(database());
    const institution = await signUpInstitution(database());
    const [other] = await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [
      institution,
    ]);
    expect(await hint({ email: String(other?.email) })).toBe('account_not_found');
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [user]);
    expect(await hint()).toBe('account_not_found');
    await database().query(
      `update auth.users set email_confirmed_at = now(), banned_until = now() + interval '1 day' where id = $1::text::uuid`,
      [user],
    );
    expect(await hint()).toBe('account_not_found');
  });

  it('needs both roles and a fresh factor, and another person for oneself and own trainees', async () => {
    const { hint, staff, user } = await callScene(database());
    for (const roles of [['teaching'], ['orders']]) {
      expect(await hint({}, signedIn(await hireStaff(database(), roles)))).toBe('staff_required');
    }
    const [me] = await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [staff]);
    expect(await hint({ email: String(me?.email) })).toBe('own_request');
    const institution = await signUpInstitution(database());
    for (const who of [user, staff]) {
      await database().query(
        `insert into nemus_trainees (institution_id, user_id, linked_at, first_name, last_name, email)
         values ($1::text::uuid, $2::text::uuid, now(), 'Kim', 'Lang', $2 || '@t.example')`,
        [institution, who],
      );
    }
    expect(await hint()).toBe('second_person');
    await database().query('delete from nemus_trainees where institution_id = $1::text::uuid', [institution]);
    await addFactor(database(), staff);
    expect(await hint({}, withFactor(staff, 16))).toBe('factor_required');
    expect(await hint({}, withFactor(staff, 14))).toBeUndefined();
  });

  it('takes course and place back when staff cancels, once, and owes back what was paid', async () => {
    const { enter, call, invoiceOf, user, date, seminar, hint, staff } = await callScene(database());
    const { order_id: order } = await enter();
    const { invoice_id: invoice } = await invoiceOf();
    await call(RECEIVE, [invoice, '4000', 'Teil']);
    expect(await invoiceOf()).toMatchObject({ open_cents: 6_000, received_cents: 4_000 });
    expect(await call('select nemus_staff_transfers($1) as r', ['open'])).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ invoice_id: invoice, kind: 'course', unused_cents: PRICE, is_own: false }),
      ]),
    });
    expect((await refusal(database(), signedIn(staff), CANCEL, [invoice, '6000', 'Widerruf']))?.hint).toBe(
      'refund_outdated',
    );
    expect(await call(CANCEL, [invoice, String(PRICE), 'Widerruf'])).toMatchObject({
      state: 'cancelled',
      open_cents: -4_000,
    });
    expect(await enrolmentOf(database(), user, seminar)).toBeUndefined();
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    const documents = await ask(
      database(),
      signedIn(user),
      'select document_code, gross_cents from nemus_invoices order by gross_cents',
    );
    expect(documents).toEqual([
      { document_code: 384, gross_cents: -PRICE },
      { document_code: 380, gross_cents: PRICE },
    ]);
    expect(await call('select nemus_own_withdrawals() as r', [], user)).toMatchObject([{ is_open: false }]);
    expect(await call('select nemus_staff_order($1::text::uuid) as r', [order])).toMatchObject({
      status: 'refunded',
      refundable_cents: 0,
      attention: null,
    });
    for (const cents of ['0', String(PRICE)]) {
      expect((await refusal(database(), signedIn(staff), CANCEL, [invoice, cents, 'noch einmal']))?.hint).toBe(
        'refund_outdated',
      );
    }
    // Bought again: the cancelled order has no hold on it.
    expect(await hint()).toBeUndefined();
  });

  it('keeps the order when the place moves, and when the academy cancels the date', async () => {
    const { enter, call, invoiceOf, user, seminar, date, staff } = await callScene(database());
    await enter();
    const later = await addDate(database(), seminar, { hours: 480 });
    await ask(
      database(),
      signedIn(staff),
      'select nemus_rebook_participants($1::text::uuid, $2::text::uuid, $3::text::uuid[])',
      [date, later, `{${user}}`],
    );
    expect(await partOf(database(), user, later)).toBe('confirmed');
    expect(await invoiceOf()).toMatchObject({ open_cents: PRICE, state: 'open' });
    await ask(database(), signedIn(staff), CANCEL_DATE, [later, 'Krank', 'false']);
    expect(await invoiceOf()).toMatchObject({ open_cents: PRICE, state: 'open' });
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'not_started', progress: 0 });
    const { invoice_id: invoice } = await invoiceOf();
    await call(CANCEL, [invoice, String(PRICE), 'Termin abgesagt']);
    expect(await enrolmentOf(database(), user, seminar)).toBeUndefined();
  });

  it('reminds the person, and keeps the account until the invoice is paid', async () => {
    const { enter, call, invoiceOf, user, email, staff, person, date } = await callScene(database(), { capacity: 2 });
    await enter();
    const { invoice_id: invoice, number } = await invoiceOf();
    const terms = () => call('select nemus_deletion_terms() as r', [], user);
    expect(await terms()).toMatchObject({ blocked_by: 'invoice_open' });
    await database().query('alter table public.nemus_invoices disable trigger keep');
    await database().query(
      `update nemus_invoices set issued_on = issued_on - 17,
        payment = payment || jsonb_build_object('due_on', (payment ->> 'due_on')::date - 17) where id = $1::text::uuid`,
      [invoice],
    );
    await database().query('alter table public.nemus_invoices enable trigger keep');
    const claim = async () =>
      Object(one(await ask(database(), SERVICE, 'select nemus_claim_payment_reminders() as r')).r).filter(
        (due: { number: string }) => due.number === number,
      );
    // Not while a withdrawal from it waits for staff.
    const { order_id: order } = await invoiceOf();
    for (const contract of [String(order), 'Traumatherapie']) {
      await ask(database(), SERVICE, RECORD_WITHDRAWAL, declaration({ contract, email }));
      expect(await claim()).toEqual([]);
      await database().query('update private.nemus_withdrawals set handled_at = now() where contract = $1', [contract]);
    }
    const mine = await claim();
    expect(mine).toMatchObject([{ step: 1, email, user_type: 'piw', open_cents: PRICE }]);
    // Staff sees it at the next call, and decides.
    const other = await addDate(database(), await addSeminar(database()));
    expect(await call(OFFER, [other, email])).toMatchObject({
      address: ADDRESS,
      open_cents: PRICE,
      is_overdue: true,
    });
    await call(RECEIVE, [invoice, String(PRICE), 'NE']);
    expect(await invoiceOf()).toMatchObject({ state: 'paid', open_cents: 0 });
    expect(await terms()).toMatchObject({ blocked_by: null });
    // Staff decides about no invoice of its own.
    const { user: buyer, email: address } = await person();
    const { number: own } = await call(ENTER, [randomUUID(), date, address, String(PRICE), JSON.stringify(ADDRESS)]);
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'orders')`, [buyer]);
    const theirs = await invoiceOf(buyer);
    expect(theirs).toMatchObject({ number: own });
    for (const [statement, values] of [
      [RECEIVE, [theirs.invoice_id, '1', 'x']],
      [CANCEL, [theirs.invoice_id, String(PRICE), 'Storno']],
    ] as const) {
      expect((await refusal(database(), signedIn(buyer), statement, values))?.hint).toBe('second_person');
    }
    expect(staff).not.toBe(buyer);
  });

  it('is a receivable for DATEV, turnover of its month, and unpaid in the sums of orders', async () => {
    const { enter, call } = await callScene(database());
    const { number } = await enter();
    const today = (await database().query(`select (now() at time zone 'Europe/Berlin')::date::text as day`))[0]?.day;
    const { lines } = await call('select nemus_bookkeeping($1::text::date, $1::text::date) as r', [today]);
    expect(lines).toContainEqual(expect.objectContaining({ number, is_transfer: true, gross_cents: PRICE }));
    expect(await call('select nemus_order_totals($1, null, null, null, null) as r', [number])).toMatchObject({
      paid_cents: PRICE,
      unpaid_cents: PRICE,
    });
  });
}

/** Two members of staff at the same moment. */
export function courseOnInvoiceRaceCases(database: () => TestDatabase): void {
  it('sells a course once, also when two members of staff enter the person', async () => {
    const { asked, staff, user, ordersOf, date } = await callScene(database());
    const other = await hireStaff(database(), ['teaching', 'orders']);
    const same = randomUUID();
    const calls = [staff, other, staff, other].map((caller, n) => ({
      caller: signedIn(caller),
      statement: ENTER,
      parameters: asked(n < 2 ? { order: same } : {}),
    }));
    const results = await race(database(), calls);
    expect(won(results).length).toBeGreaterThan(0);
    expect([...hints(results)]).toEqual(['already_enrolled']);
    expect(await ordersOf(user)).toHaveLength(1);
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });
}
