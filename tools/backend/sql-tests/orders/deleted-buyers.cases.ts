import { randomUUID } from 'node:crypto';
import { ask, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy, fulfil, openCheckout, REFUND_CHECKOUT } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { kindsTold } from '../scenes/notifications';
import { one } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';

const fresh = (account: string): Caller => ({ ...signedIn(account), signedInAt: Math.floor(Date.now() / 1000) });
/** $1 the dispute, $2 the payment, $3 cents, $4 the provider's word, $5 its minute. */
const SETTLE = `select nemus_settle_dispute($1, $2, $3::text::int, 'fraudulent', $4,
  timestamptz '2026-11-22 08:00Z' + $5::text::int * interval '1 minute') as r`;

/** Money that moves after the account that paid it was deleted. */
export function deletedBuyerCases(database: () => TestDatabase): void {
  const leave = (account: string) => ask(database(), fresh(account), 'select nemus_delete_account()');
  const enrolled = (account: string) =>
    ask(
      database(),
      signedIn(account),
      'select enrollment_type, status, progress_percentage from nemus_course_enrollments',
    );
  const begin = (account: string) =>
    database().query(
      `update nemus_course_enrollments set status = 'in_progress', progress_percentage = 40 where user_id = $1::text::uuid`,
      [account],
    );
  /** An institution that has booked by card for two people, one of whom has begun and left its list. */
  async function bookForPeople() {
    const id = await signUpInstitution(database());
    const [stays, left] = [await linkTrainee(database(), id), await linkTrainee(database(), id)];
    const trainees = [stays.trainee, left.trainee];
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_60, trainees });
    await ask(database(), signedIn(left.account), 'select nemus_leave_institution($1::text::uuid)', [left.trainee]);
    await begin(left.account);
    const dispute = `du_${randomUUID()}`;
    const stands = (status: string, minute: number) =>
      ask(database(), SERVICE, SETTLE, [dispute, checkout.payment, String(checkout.amount), status, String(minute)]);
    return { id, checkout, stands, people: [stays.account, left.account] as const };
  }
  const BOOKED = { enrollment_type: 'institution_booking', status: 'not_started', progress_percentage: 0 };
  const BEGUN = { enrollment_type: 'institution_booking', status: 'in_progress', progress_percentage: 40 };

  it('a refund takes the courses of people whose institution deleted its account, and tells them', async () => {
    const { id, checkout, people } = await bookForPeople();
    const bystander = await linkTrainee(database(), id);
    await buy(database(), bystander.account, { kind: 'course', course: COURSE_60 });
    await leave(id);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount - 1)]);
    expect(await enrolled(people[0])).toEqual([BOOKED]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    for (const account of people) {
      expect(await enrolled(account)).toEqual([]);
      expect((await kindsTold(database(), account)).at(-1)).toBe('booking_cancelled');
    }
    expect(await enrolled(bystander.account)).toHaveLength(1);
  });

  it('a dispute after the deletion takes and gives back, as often as the provider changes its mind', async () => {
    const { id, stands, people } = await bookForPeople();
    await leave(id);
    for (const minute of [1, 3]) {
      await stands('needs_response', minute);
      for (const account of people) expect(await enrolled(account)).toEqual([]);
      await stands('won', minute + 1);
      expect(await enrolled(people[0])).toEqual([BOOKED]);
      expect(await enrolled(people[1])).toEqual([BEGUN]);
      expect((await kindsTold(database(), people[0])).at(-1)).toBe('booking_made');
    }
    await leave(people[1]);
    await stands('lost', 5);
    expect(await enrolled(people[0])).toEqual([]);
  });

  it('an institution deleted during the dispute: won, its people have their courses again', async () => {
    const { id, checkout, stands, people } = await bookForPeople();
    await stands('needs_response', 1);
    await leave(id);
    await stands('won', 2);
    expect(await enrolled(people[0])).toEqual([BOOKED]);
    expect(await enrolled(people[1])).toEqual([BEGUN]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    expect(await enrolled(people[1])).toEqual([]);
  });

  it('deletes both accounts during a dispute, and gives nothing to no one', async () => {
    const { id, stands, people } = await bookForPeople();
    await stands('needs_response', 1);
    await leave(id);
    for (const account of people) await leave(account);
    await stands('won', 2);
    const left = await database().query(
      `select 1 from nemus_course_enrollments where user_id = any ($1::text::uuid[])`,
      [`{${people.join(',')}}`],
    );
    expect(left).toEqual([]);
  });

  it.each(['piw', 'institution'])('pays back what arrives for a %s after its account was deleted', async (type) => {
    const id = type === 'piw' ? await signUp(database()) : await signUpInstitution(database());
    const purchase =
      type === 'piw' ? ({ kind: 'course', course: COURSE_85 } as const) : ({ kind: 'credits', credits: 100 } as const);
    await buy(database(), id, purchase.kind === 'course' ? { kind: 'course', course: COURSE_60 } : purchase);
    const late = await openCheckout(database(), id, purchase);
    await leave(id);
    await fulfil(database(), late);
    expect(
      one(
        await database().query(
          `select status, returning_cents, (select count(*)::int from nemus_course_enrollments where user_id = $2::text::uuid) as courses
           from nemus_orders where id = $1::text::uuid`,
          [late.order, id],
        ),
      ),
    ).toEqual({ status: 'returning', returning_cents: late.amount, courses: 0 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [late.payment, String(late.amount)]);
    const [notices] = await ask(database(), SERVICE, 'select nemus_refund_notices($1) as mails', [late.payment]);
    expect(notices?.mails).toEqual([]);
  });

  it('tells the person who had the place, not who is linked in its row by then', async () => {
    const id = await signUpInstitution(database());
    const [first, second] = [await linkTrainee(database(), id), await signUp(database())];
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_60, trainees: [first.trainee] });
    await ask(database(), signedIn(first.account), 'select nemus_leave_institution($1::text::uuid)', [first.trainee]);
    await database().query(
      'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid',
      [first.trainee, second],
    );
    const listed = async () => one(await ask(database(), signedIn(second), 'select nemus_booked_seminars() as r')).r;
    expect(await listed()).toEqual([]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    expect((await kindsTold(database(), first.account)).at(-1)).toBe('booking_cancelled');
    expect(await kindsTold(database(), second)).not.toContain('booking_cancelled');
    expect(await listed()).toEqual([]);
  });
}
