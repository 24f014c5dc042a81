import { ask, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { CANCEL_PLACES } from '../scenes/bookings';
import { buy, ONE_COURSE, type Checkout } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { dayFrom } from '../scenes/days';
import { addFactor, withFactor } from '../scenes/factors';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

interface Failed {
  readonly id: string;
  readonly amount_cents: number;
  readonly refund_id: string | null;
  readonly reason: string;
}

/** Refunds that the provider made and that failed later: nothing is forgotten, granted or paid by it. */
export function failedRefundCases(database: () => TestDatabase): void {
  const service = async (statement: string, values: readonly unknown[]) =>
    one(await ask(database(), SERVICE, statement, values)).r;
  /** All refunds of a payment, as the provider lists them. */
  const report = ({ payment }: Checkout, cents: number, failed: readonly Failed[] = []) =>
    service('select nemus_refund_checkout($1, $2::text::int, $3::text::jsonb) as r', [
      payment,
      String(cents),
      JSON.stringify(failed),
    ]);
  const failureOf = ({ payment }: Checkout, cents: number, refund: string | null = null, number = 1): Failed => ({
    id: `re_${number}_${payment}`,
    amount_cents: cents,
    refund_id: refund,
    reason: 'expired_or_canceled_card',
  });
  const open = async ({ session }: Checkout): Promise<readonly { refund_id: string; amount_cents: number }[]> =>
    Object(await service('select nemus_open_refunds($1) as r', [session]));
  const notices = async ({ payment }: Checkout): Promise<readonly unknown[]> =>
    Object(await service('select nemus_refund_notices($1) as r', [payment]));
  const orderOf = async ({ order }: Checkout) =>
    one(
      await database().query(
        `select status, refunded_cents, failed_cents, private.nemus_owed_cents(id) as owed from nemus_orders
         where id = $1::text::uuid`,
        [order],
      ),
    );
  const sums = async (user: string) =>
    one(
      await database().query(
        `select (select sum(t.amount_cents)::int from nemus_transactions t where t.user_id = $1::text::uuid) as listed,
           (select sum(t.amount_cents)::int from nemus_transactions t
             where t.user_id = $1::text::uuid and t.status = 'completed') as moved,
           (select sum(i.gross_cents)::int from nemus_invoices i where i.user_id = $1::text::uuid) as invoiced,
           (select count(*)::int from nemus_invoices i where i.user_id = $1::text::uuid) as documents`,
        [user],
      ),
    );
  const staffAsks = async (staff: string, statement: string, values: readonly unknown[] = []) =>
    Object(one(await ask(database(), signedIn(staff), statement, values)).r);
  const release = (staff: string, { order }: Checkout) =>
    staffAsks(staff, 'select nemus_begin_fulfilment($1::text::uuid) as r', [order]);
  const tasks = (staff: string) => staffAsks(staff, 'select nemus_order_tasks() as r');
  const enrolled = async (user: string) =>
    (await database().query('select 1 from nemus_course_enrollments where user_id = $1::text::uuid', [user])).length;

  /** A course that was refunded in full; the refund then failed. */
  async function fail() {
    const buyer = await signUp(database());
    const checkout = await buy(database(), buyer, ONE_COURSE);
    const { amount } = checkout;
    await report(checkout, amount);
    await report(checkout, amount, [failureOf(checkout, amount)]);
    return { buyer, checkout, amount };
  }

  it('owes the money again, holds it for staff, and gives nothing back but the debt', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const before = Number((await staffAsks(staff, 'select nemus_academy_overview() as r')).orders);
    const { buyer, checkout, amount } = await fail();
    expect(await orderOf(checkout)).toEqual({
      status: 'returning',
      refunded_cents: 0,
      failed_cents: amount,
      owed: amount,
    });
    expect(await enrolled(buyer)).toBe(0);
    // Listed for the buyer: the refund, that it failed, and what is owed; one cancellation.
    expect(await sums(buyer)).toEqual({ listed: 0, moved: amount, invoiced: 0, documents: 2 });
    expect(await open(checkout)).toEqual([]);
    expect((await tasks(staff)).refunds).toContainEqual(
      expect.objectContaining({
        order_id: checkout.order,
        amount_cents: amount,
        reason: 'refund_failed',
        last_error: 'expired_or_canceled_card',
        is_held: true,
      }),
    );
    expect(Number((await staffAsks(staff, 'select nemus_academy_overview() as r')).orders)).toBe(before + 1);
    expect(await notices(checkout)).toMatchObject([{ failed: true, amount_cents: amount }]);
    expect(await notices(checkout)).toEqual([]);
  });

  it('is released with a second factor that was just given', async () => {
    const { checkout } = await fail();
    const staff = await hireStaff(database(), ['orders']);
    await addFactor(database(), staff);
    const releaseAs = async (caller: Caller) =>
      (await refusal(database(), caller, 'select nemus_begin_fulfilment($1::text::uuid)', [checkout.order]))?.hint ??
      null;
    expect(await releaseAs(withFactor(staff, 16))).toBe('factor_required');
    expect(await open(checkout)).toEqual([]);
    expect(await releaseAs(withFactor(staff))).toBeNull();
    expect(await open(checkout)).toHaveLength(1);
    // Nothing is held any more: the look-up alone needs none.
    expect(await releaseAs(withFactor(staff, 16))).toBeNull();
  });

  it('books a failure once, whatever comes later, twice or out of order', async () => {
    const { buyer, checkout, amount } = await fail();
    const after = [await orderOf(checkout), await sums(buyer)];
    const failed = [failureOf(checkout, amount)];
    await report(checkout, amount, failed);
    await report(checkout, amount);
    await report(checkout, 0);
    expect([await orderOf(checkout), await sums(buyer)]).toEqual(after);
  });

  it('keeps a refund that was never booked owed when its failure is heard of first', async () => {
    const institution = await signUpInstitution(database());
    const trainee = await addTrainee(database(), institution);
    const checkout = await buy(database(), institution, { ...ONE_COURSE, trainees: [trainee], start: dayFrom(30) });
    const booking = text(
      await database().query('select id::text from nemus_course_bookings where order_id = $1::text::uuid', [
        checkout.order,
      ]),
      'id',
    );
    await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    const debt = (await open(checkout))[0]?.refund_id ?? '';
    const failed = [failureOf(checkout, checkout.amount, debt)];
    await report(checkout, checkout.amount, failed);
    await report(checkout, checkout.amount, failed);
    expect(await orderOf(checkout)).toMatchObject({ refunded_cents: 0, failed_cents: 0, owed: checkout.amount });
    expect(await sums(institution)).toMatchObject({ documents: 1, listed: 0 });
    expect(await open(checkout)).toEqual([]);
    const staff = await hireStaff(database(), ['orders']);
    await release(staff, checkout);
    expect(await open(checkout)).toMatchObject([{ refund_id: debt, amount_cents: checkout.amount }]);
    await report(checkout, 2 * checkout.amount, failed);
    expect(await orderOf(checkout)).toEqual({
      status: 'refunded',
      refunded_cents: checkout.amount,
      failed_cents: 0,
      owed: 0,
    });
    expect(await sums(institution)).toEqual({ listed: 0, moved: 0, invoiced: 0, documents: 2 });
  });

  it('pays it once when staff retries, and takes nothing that was bought meanwhile', async () => {
    const { buyer, checkout, amount } = await fail();
    await buy(database(), buyer, ONE_COURSE);
    const staff = await hireStaff(database(), ['orders']);
    await release(staff, checkout);
    expect(await open(checkout)).toMatchObject([{ amount_cents: amount }]);
    await report(checkout, 2 * amount, [failureOf(checkout, amount)]);
    expect(await orderOf(checkout)).toEqual({ status: 'refunded', refunded_cents: amount, failed_cents: 0, owed: 0 });
    expect(await enrolled(buyer)).toBe(1);
    expect(await sums(buyer)).toEqual({ listed: amount, moved: amount, invoiced: amount, documents: 3 });
    // It fails again.
    const both = [1, 2].map((number) => failureOf(checkout, amount, null, number));
    await report(checkout, 2 * amount, both);
    expect(await orderOf(checkout)).toMatchObject({ status: 'returning', failed_cents: amount, owed: amount });
  });

  it('settles it without the provider when staff paid it another way, once', async () => {
    const { buyer, checkout, amount } = await fail();
    const staff = await hireStaff(database(), ['orders']);
    const held = (await staffAsks(staff, 'select nemus_staff_order($1::text::uuid) as r', [checkout.order])).held;
    expect(held).toMatchObject([{ amount_cents: amount, last_error: 'expired_or_canceled_card' }]);
    const elsewhere = 'select nemus_note_refund_elsewhere($1::text::uuid, $2) as r';
    const refund = held[0].refund_id;
    expect((await refusal(database(), signedIn(buyer), elsewhere, [refund, 'Überwiesen']))?.hint).toBe(
      'staff_required',
    );
    await staffAsks(staff, elsewhere, [refund, 'Überwiesen am 27.11.']);
    expect(await orderOf(checkout)).toEqual({ status: 'refunded', refunded_cents: amount, failed_cents: 0, owed: 0 });
    expect(await sums(buyer)).toEqual({ listed: 0, moved: 0, invoiced: 0, documents: 2 });
    expect((await refusal(database(), signedIn(staff), elsewhere, [refund, 'Noch einmal']))?.hint).toBe(
      'refund_outdated',
    );
    await report(checkout, amount, [failureOf(checkout, amount)]);
    expect(await orderOf(checkout)).toMatchObject({ status: 'refunded' });
  });

  it('leaves the course with the buyer when only a part was refunded and failed', async () => {
    const buyer = await signUp(database());
    const checkout = await buy(database(), buyer, { kind: 'course', course: COURSE_60 });
    await report(checkout, 2_000);
    await report(checkout, 2_000, [failureOf(checkout, 2_000)]);
    expect(await orderOf(checkout)).toMatchObject({ status: 'paid', failed_cents: 2_000, owed: 2_000 });
    expect(await enrolled(buyer)).toBe(1);
    // Support refunds a part of it by hand.
    await report(checkout, 2_500, [failureOf(checkout, 2_000)]);
    expect(await orderOf(checkout)).toMatchObject({ refunded_cents: 500, failed_cents: 1_500, owed: 1_500 });
    expect(await sums(buyer)).toMatchObject({ invoiced: checkout.amount - 2_000, documents: 2 });
  });

  it('takes credits no second time, and gives none back', async () => {
    const institution = await signUpInstitution(database());
    const checkout = await buy(database(), institution, { kind: 'credits', credits: 100 });
    const available = async () =>
      one(
        await database().query(
          'select available_credits as left from nemus_credit_balances where institution_id = $1::text::uuid',
          [institution],
        ),
      ).left;
    await report(checkout, checkout.amount);
    const failed = [failureOf(checkout, checkout.amount)];
    await report(checkout, checkout.amount, failed);
    expect(await available()).toBe(0);
    await report(checkout, 2 * checkout.amount, failed);
    expect(await available()).toBe(0);
    expect(await orderOf(checkout)).toMatchObject({ status: 'refunded' });
  });

  it('is covered by a dispute: not paid while it is open, off the list of staff when it is lost, due when it is won', async () => {
    const staff = await hireStaff(database(), ['orders']);
    const { buyer, checkout, amount } = await fail();
    const dispute = (status: string, minute: number) =>
      service(
        `select nemus_settle_dispute('du_' || $1, $1, $2::text::int, 'fraudulent', $3, $4::text::timestamptz) as r`,
        [checkout.payment, String(amount), status, new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString()],
      );
    const listed = async () =>
      (await tasks(staff)).refunds.filter(({ order_id: id }: { order_id: string }) => id === checkout.order).length;
    await dispute('needs_response', 1);
    await release(staff, checkout);
    expect([await listed(), await open(checkout), (await orderOf(checkout)).status]).toEqual([1, [], 'disputed']);
    await dispute('lost', 2);
    expect([await listed(), await open(checkout)]).toEqual([0, []]);
    await dispute('won', 3);
    expect(await listed()).toBe(1);
    expect(await open(checkout)).toMatchObject([{ amount_cents: amount }]);
    expect([await orderOf(checkout), await enrolled(buyer)]).toMatchObject([{ status: 'returning' }, 0]);
  });
}
