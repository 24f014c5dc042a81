import type { TestDatabase } from '../database/database';
import { budgetScene, DECIDE_REQUEST, REQUEST_BOOKING, WITHDRAW_REQUEST } from '../scenes/budgets';
import { openCheckout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one, text } from '../scenes/rows';

const REQUEST_FROM = 'select nemus_request_booking($1::text::uuid, $2::text::uuid[], $3, $4::text::date) as id';
const BUDGETS = 'select nemus_budgets($1::text::uuid[]) as budgets';

/** Edge cases of budgets and requests: refusals, the end of an approval, and visibility. */
export function bookingRequestCases(database: () => TestDatabase): void {
  const { setScene, call, refused, setBudget, setLimit, cardOf, listOf } = budgetScene(database);
  /** A course with another price for the time of a test. */
  const setPrice = (course: string, euros: number) =>
    database().query('update nemus_courses set price_euros = $2::text::numeric where id = $1::text::uuid', [
      course,
      String(euros),
    ]);

  it.each([
    ['-1', null],
    [null, '-1'],
    ['1000001', null],
    [null, '100000001'],
  ])('no limit of %s credits or %s cents', async (credits, cents) => {
    const { institution, trainee } = await setScene();
    const limit = 'select nemus_set_spending_limit($1::text::int, $2::text::int)';
    expect(await refused(institution, limit, [credits, cents])).toMatchObject({ hint: 'invalid_budget' });
    const budget = `select nemus_set_budget('{${trainee}}', $1::text::int, $2::text::int)`;
    expect(await refused(institution, budget, [credits, cents])).toMatchObject({ hint: 'invalid_budget' });
  });

  it('a budget is for at least one person, and names each once', async () => {
    const { institution, trainee } = await setScene();
    const set = 'select nemus_set_budget($1::text::uuid[], 100)';
    expect(await refused(institution, set, ['{}'])).toMatchObject({ hint: 'invalid_budget' });
    await call(institution, set, [`{${trainee},${trainee}}`]);
    const { budgets } = one(await call(institution, BUDGETS, [null]));
    expect(budgets).toMatchObject({ budgets: [{ trainee_id: trainee, credits_per_year: 100 }] });
  });

  it('lists who has a budget, or who is named, and of the own institution alone', async () => {
    const { institution, trainee, second } = await setScene();
    const other = await setScene();
    await setBudget(institution, trainee, 100, 5_000);
    await setBudget(institution, trainee, 200, 6_000);
    await setLimit(institution, 30, 40);
    await setLimit(institution, 31, 41);
    await setBudget(other.institution, other.trainee, 7, null);
    const of = async (trainees: string | null) => one(await call(institution, BUDGETS, [trainees])).budgets;
    const first = { trainee_id: trainee, credits_per_year: 200, cents_per_year: 6_000 };
    expect(await of(null)).toMatchObject({ limit: { credits: 31, cents: 41 }, budgets: [first] });
    const named = { trainee_id: second, credits_per_year: null, cents_per_year: null, credits_spent: 0 };
    expect(await of(`{${second},${other.trainee}}`)).toMatchObject({ budgets: [named] });
    await setBudget(institution, trainee, null, null);
    expect(await of(null)).toMatchObject({ budgets: [] });
    expect(one(await call(other.institution, BUDGETS, [null])).budgets).toMatchObject({ budgets: [{}] });
  });

  it('one limit holds without the other, up to the last credit and cent', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setLimit(institution, 60, 12_000);
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'credits'])).toMatchObject({
      hint: 'no_approval_needed',
    });
    expect(await cardOf(booker, COURSE_60, [trainee, second])).toMatchObject({ hint: 'booking_needs_approval' });
    expect(await cardOf(booker, COURSE_60, [trainee])).toBeNull();
    await setLimit(institution, 0, null);
    expect(await cardOf(booker, COURSE_85, [trainee])).toBeNull();
  });

  it('a budget of cents counts what is paid by card in this year, per place, and is told as what is left', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setBudget(institution, trainee, null, 20_000);
    const both = { kind: 'course', course: COURSE_60, trainees: [trainee, second] } as const;
    const paid = await openCheckout(database(), booker, both, '1 day');
    expect(await cardOf(booker, COURSE_85, [trainee])).toMatchObject({ hint: 'budget_exceeded' });
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_85, `{${trainee}}`, 'card'])).toMatchObject({
      hint: 'budget_exceeded',
      values: { name: expect.any(String), cents: 8_000 },
    });
    expect(await cardOf(booker, COURSE_85, [second])).toBeNull();
    await database().query(
      `update nemus_orders set created_at = date_trunc('year', now() at time zone 'Europe/Berlin')
         at time zone 'Europe/Berlin' - interval '1 second' where id = $1::text::uuid`,
      [paid.order],
    );
    expect(await cardOf(booker, COURSE_85, [trainee])).toBeNull();
  });

  it('a request says how it is paid, for whom and what for, and is refused otherwise', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const asked = (course: string, payment: string | null, trainees = `{${trainee}}`) =>
      refused(booker, REQUEST_BOOKING, [course, trainees, payment]);
    for (const payment of [null, 'cash']) {
      expect(await asked(COURSE_60, payment)).toMatchObject({ hint: 'invalid_order' });
    }
    const long = `select nemus_request_booking('${COURSE_60}', '{${trainee}}', 'card', null, repeat('a', 501))`;
    expect(await refused(booker, long, [])).toMatchObject({ hint: 'invalid_order' });
    expect(await asked('c0000000-0000-4000-8000-0000000000ff', 'card')).toMatchObject({ hint: 'course_not_found' });
    await setPrice(COURSE_85, 0);
    expect(await asked(COURSE_85, 'card')).toMatchObject({ hint: 'course_not_found' });
    await setPrice(COURSE_85, 170);
    // Administrators of the institution need no approval.
    expect(await refused(institution, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card'])).toMatchObject({
      hint: 'no_approval_needed',
    });
    await call(booker, long.replace('501', '500'), []);
  });

  it('another seminar or another person is another request', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setLimit(institution, 0, 0);
    await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'credits']);
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_60, `{${second},${trainee}}`, 'card'])).toMatchObject({
      hint: 'request_open',
    });
    await call(booker, REQUEST_BOOKING, [COURSE_85, `{${trainee}}`, 'card']);
    await call(booker, REQUEST_BOOKING, [COURSE_60, `{${second}}`, 'card']);
    const { institution: elsewhere } = await setScene();
    expect(await listOf(elsewhere)).toEqual([]);
    expect(await listOf(institution)).toMatchObject([
      { credits: 0, cents: 12_000, trainees: [{ trainee_id: second }] },
      { credits: 0, cents: 17_000 },
      { credits: 60, cents: 0 },
    ]);
  });

  it('200 requests may wait', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const { id } = one(await call(booker, REQUEST_BOOKING, [COURSE_85, `{${trainee}}`, 'credits']));
    await database().query(
      `insert into nemus_booking_requests (institution_id, requested_by, course_id, course_name, trainee_ids, payment)
       select r.institution_id, r.requested_by, r.course_id, r.course_name, r.trainee_ids, r.payment
       from nemus_booking_requests r, generate_series(1, 200) where r.id = $1::text::uuid`,
      [id],
    );
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'credits'])).toMatchObject({
      hint: 'too_many_booking_requests',
    });
    await database().query(
      `update nemus_booking_requests set state = 'declined', created_at = created_at + interval '1 minute'
       where institution_id = $1::text::uuid and id <> $2::text::uuid`,
      [institution, id],
    );
    // 200 are listed, and pending ones are always among them.
    expect(await listOf(booker)).toMatchObject([{ request_id: id, state: 'waiting' }, ...Array(199).fill({})]);
    await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'credits']);
  });

  it('an approval holds for the asked people, price and day alone, and for 14 days', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee},${second}}`, 'card']), 'id');
    await call(institution, DECIDE_REQUEST, [id, 'true', '']);
    const need = { hint: 'booking_needs_approval' };
    // Half of it, by another payment method, and more expensive than before.
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject(need);
    const book = `select nemus_book_course('${COURSE_60}', '{${trainee},${second}}')`;
    expect(await refused(booker, book, [])).toMatchObject(need);
    await setPrice(COURSE_60, 121);
    expect(await cardOf(booker, COURSE_60, [trainee, second])).toMatchObject(need);
    await setPrice(COURSE_60, 120);
    const until = (time: string) =>
      database().query(`update nemus_booking_requests set expires_at = ${time} where id = $1::text::uuid`, [id]);
    const [{ lasts } = {}] = await database().query(
      `select expires_at = decided_at + interval '14 days' as lasts from nemus_booking_requests where id = $1::text::uuid`,
      [id],
    );
    expect(lasts).toBe(true);
    await until('now()');
    expect(await cardOf(booker, COURSE_60, [trainee, second])).toMatchObject(need);
    expect(await listOf(booker)).toMatchObject([{ state: 'expired' }]);
    await until(`now() + interval '1 minute'`);
    expect(await listOf(booker)).toMatchObject([{ state: 'approved' }]);
    expect(await cardOf(booker, COURSE_60, [second, trainee])).toBeNull();
  });

  it.each([
    ['is removed', `select nemus_remove_member($1::text::uuid)`],
    ['loses the role', `select nemus_change_member($1::text::uuid, array['booking'])`],
    ['is blocked', null],
  ])('an approval ends when the person who gave it %s', async (_when, end) => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const approver = await addMember(database(), institution, ['administration']);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    await call(approver, DECIDE_REQUEST, [id, 'true', '']);
    expect(await listOf(booker)).toMatchObject([{ state: 'approved' }]);
    if (end === null) {
      await database().query(
        `update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`,
        [approver],
      );
    } else await call(institution, end, [approver]);
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject({ hint: 'booking_needs_approval' });
    expect(await listOf(booker)).toMatchObject([{ state: 'expired' }]);
    // Another administrator can approve it.
    const again = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    await call(institution, DECIDE_REQUEST, [again, 'true', '']);
    expect(await cardOf(booker, COURSE_60, [trainee])).toBeNull();
  });

  it('a decision is not told to a requester who has left', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    await call(institution, 'select nemus_remove_member($1::text::uuid)', [booker]);
    await call(institution, DECIDE_REQUEST, [id, 'false', 'Intern: kein Geld mehr.']);
    expect(
      await database().query(
        `select 1 from nemus_notifications where user_id = $1::text::uuid and kind = 'approval_decided'`,
        [booker],
      ),
    ).toEqual([]);
    // Nor does the list follow them: neither by a later name nor by a later address.
    await database().query(
      `update nemus_profiles set first_name = '', last_name = '', institution_name = 'Praxis Falk', email = 'falk@privat.example'
       where user_id = $1::text::uuid`,
      [booker],
    );
    expect(await listOf(institution)).toMatchObject([{ request_id: id, requested_by: 'Ina Team' }]);
  });

  it('an approval for one day is none for another', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const { day } = one(await database().query(`select (current_date + 30)::text as day`));
    const id = text(await call(booker, REQUEST_FROM, [COURSE_60, `{${trainee}}`, 'card', day]), 'id');
    await call(institution, DECIDE_REQUEST, [id, 'true', '']);
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject({ hint: 'booking_needs_approval' });
    const purchase = { kind: 'course', course: COURSE_60, trainees: [trainee], start: String(day) } as const;
    await openCheckout(database(), booker, purchase);
  });

  it('a decision is recorded, made once, and sent to the requester', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    expect(await refused(institution, DECIDE_REQUEST, [id, null, ''])).toMatchObject({ hint: 'request_decided' });
    const { answer } = one(await call(institution, DECIDE_REQUEST, [id, 'true', '  Gern.  ']));
    expect(answer).toEqual({ state: 'approved', booking_id: null });
    expect(await listOf(institution)).toMatchObject([
      { is_own: false, state: 'approved', reason: 'Gern.', decided_by: expect.any(String), booking_id: null },
    ]);
    const [news] = await database().query(
      `select facts from nemus_notifications where user_id = $1::text::uuid and kind = 'approval_decided'`,
      [booker],
    );
    expect(news).toMatchObject({ facts: { approved: true, reason: 'Gern.' } });
  });

  it('administration takes a request back as well, others of another institution do not, and what is paid stays', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const ask60 = async () => text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    const first = await ask60();
    expect(await refused(await signUpInstitution(database()), WITHDRAW_REQUEST, [first])).toMatchObject({
      hint: 'request_not_found',
    });
    await call(await addMember(database(), institution, ['administration', 'booking']), WITHDRAW_REQUEST, [first]);
    const declined = await ask60();
    await call(institution, DECIDE_REQUEST, [declined, 'false', '']);
    expect(await refused(booker, WITHDRAW_REQUEST, [declined])).toMatchObject({ hint: 'request_decided' });
    const approved = await ask60();
    await call(institution, DECIDE_REQUEST, [approved, 'true', '']);
    const purchase = { kind: 'course', course: COURSE_60, trainees: [trainee] } as const;
    const checkout = await openCheckout(database(), booker, purchase, '1 day');
    expect(await refused(booker, WITHDRAW_REQUEST, [approved])).toMatchObject({ hint: 'request_decided' });
    await database().query(`update nemus_orders set status = 'expired' where id = $1::text::uuid`, [checkout.order]);
    await call(booker, WITHDRAW_REQUEST, [approved]);
    const waiting = await ask60();
    expect(await listOf(booker)).toMatchObject([
      { request_id: waiting, state: 'waiting' },
      { request_id: approved, state: 'withdrawn' },
      { request_id: declined, state: 'declined' },
      { request_id: first, state: 'withdrawn' },
    ]);
  });
}
