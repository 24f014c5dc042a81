import { ask, SERVICE, type TestDatabase } from '../database/database';
import { BOOK } from '../scenes/bookings';
import { budgetScene, DECIDE_REQUEST, REQUEST_BOOKING, WITHDRAW_REQUEST } from '../scenes/budgets';
import { fulfil, openCheckout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one, text } from '../scenes/rows';

export function budgetCases(database: () => TestDatabase): void {
  const { setScene, call, refused, setBudget, setLimit, cardOf, listOf } = budgetScene(database);

  it('a budget limits credits of all bookings, and returned credits are free again', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setBudget(institution, trainee, 100, null);
    const booking = text(await call(booker, BOOK, [COURSE_60, `{${trainee}}`]), 'id');
    const over = { code: 'PT409', hint: 'budget_exceeded', values: { name: expect.any(String), credits: 40 } };
    expect(await refused(booker, BOOK, [COURSE_85, `{${trainee}}`])).toMatchObject(over);
    expect(await refused(institution, BOOK, [COURSE_85, `{${second},${trainee}}`])).toMatchObject(over);
    await call(booker, BOOK, [COURSE_85, `{${second}}`]);
    await ask(database(), SERVICE, 'select nemus_cancel_places($1::text::uuid, $2::text::uuid, $3::text::uuid[])', [
      booker,
      booking,
      `{${trainee}}`,
    ]);
    await call(booker, BOOK, [COURSE_85, `{${trainee}}`]);
    const { list } = one(await call(booker, 'select nemus_budgets() as list', []));
    expect(list).toMatchObject({
      budgets: [{ trainee_id: trainee, credits_per_year: 100, credits_spent: 85, cents_spent: 0 }],
    });
  });

  it('a year ends: what was booked in the last one does not count', async () => {
    const { institution, trainee } = await setScene();
    await setBudget(institution, trainee, 100, null);
    const booking = text(await call(institution, BOOK, [COURSE_60, `{${trainee}}`]), 'id');
    expect(await refused(institution, BOOK, [COURSE_85, `{${trainee}}`])).toMatchObject({ hint: 'budget_exceeded' });
    await database().query(
      `update nemus_course_bookings set created_at = date_trunc('year', now() at time zone 'Europe/Berlin')
         at time zone 'Europe/Berlin' - interval '1 second' where id = $1::text::uuid`,
      [booking],
    );
    await call(institution, BOOK, [COURSE_85, `{${trainee}}`]);
  });

  it('a budget holds for cards, and counts payments that are under way', async () => {
    const { institution, trainee, booker } = await setScene();
    await setBudget(institution, trainee, null, 20_000);
    const paid = await openCheckout(
      database(),
      booker,
      { kind: 'course', course: COURSE_60, trainees: [trainee] },
      '1 day',
    );
    expect(await cardOf(booker, COURSE_85, [trainee])).toMatchObject({ hint: 'budget_exceeded' });
    await fulfil(database(), paid);
    expect(await cardOf(booker, COURSE_85, [trainee])).toMatchObject({ hint: 'budget_exceeded' });
    await setBudget(institution, trainee, null, null);
    expect(await cardOf(booker, COURSE_85, [trainee])).toBeNull();
  });

  it('a budget is used up to the last cent and credit, and one of cents stops no booking for credits', async () => {
    const { institution, trainee, booker } = await setScene();
    await setBudget(institution, trainee, 85, 12_000);
    await fulfil(
      database(),
      await openCheckout(database(), booker, { kind: 'course', course: COURSE_60, trainees: [trainee] }),
    );
    // The budget is smaller afterwards than what was spent of it.
    await setBudget(institution, trainee, 85, 5_000);
    await call(institution, BOOK, [COURSE_85, `{${trainee}}`]);
  });

  it('a booking above the limit waits for administration, which books it by approving', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setLimit(institution, 100, null);
    const both = `{${trainee},${second}}`;
    await call(booker, BOOK, [COURSE_85, `{${trainee}}`]);
    expect(await refused(booker, BOOK, [COURSE_60, both])).toMatchObject({
      code: 'PT409',
      hint: 'booking_needs_approval',
    });
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_85, `{${second}}`, 'credits'])).toMatchObject({
      hint: 'no_approval_needed',
    });
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, both, 'credits']), 'id');
    expect(await refused(booker, REQUEST_BOOKING, [COURSE_60, both, 'credits'])).toMatchObject({
      hint: 'request_open',
    });
    expect(await refused(booker, DECIDE_REQUEST, [id, 'true', ''])).toMatchObject({ hint: 'member_role_required' });
    expect(await refused(await signUpInstitution(database()), DECIDE_REQUEST, [id, 'true', ''])).toMatchObject({
      hint: 'request_not_found',
    });
    const { answer } = one(await call(institution, DECIDE_REQUEST, [id, 'true', '']));
    expect(answer).toMatchObject({ state: 'booked', booking_id: expect.any(String) });
    expect(await refused(institution, DECIDE_REQUEST, [id, 'true', ''])).toMatchObject({ hint: 'request_decided' });
    expect(await listOf(booker)).toMatchObject([
      { request_id: id, state: 'booked', is_own: true, credits: 120, trainees: [{}, {}] },
    ]);
    const told = await database().query(
      `select kind from nemus_notifications where user_id in ($1::text::uuid, $2::text::uuid) and kind like 'approval%' order by kind`,
      [institution, booker],
    );
    expect(told).toEqual([{ kind: 'approval_decided' }, { kind: 'approval_requested' }]);
  });

  it('administrators can book above the limit, but never more credits than exist', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_85, `{${trainee}}`, 'credits']), 'id');
    await database().query(
      'update nemus_credit_balances set used_credits = total_credits where institution_id = $1::text::uuid',
      [institution],
    );
    expect(await refused(institution, DECIDE_REQUEST, [id, 'true', ''])).toMatchObject({
      hint: 'insufficient_credits',
    });
    expect(await listOf(institution)).toMatchObject([{ state: 'waiting' }]);
    await database().query('update nemus_credit_balances set used_credits = 0 where institution_id = $1::text::uuid', [
      institution,
    ]);
    await call(institution, BOOK, [COURSE_60, `{${trainee}}`]);
    await call(institution, DECIDE_REQUEST, [id, 'false', 'Bitte erst im Januar.']);
    expect(await listOf(booker)).toMatchObject([{ state: 'declined', reason: 'Bitte erst im Januar.' }]);
  });

  it('an approval of a payment by card lets exactly this purchase through, once', async () => {
    const { institution, trainee, second, booker } = await setScene();
    await setLimit(institution, null, 10_000);
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject({ hint: 'booking_needs_approval' });
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'card']), 'id');
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject({ hint: 'booking_needs_approval' });
    await call(institution, DECIDE_REQUEST, [id, 'true', '']);
    for (const [course, trainees] of [
      [COURSE_85, [trainee]],
      [COURSE_60, [second]],
      [COURSE_60, [trainee, second]],
    ] as const) {
      expect(await cardOf(booker, course, trainees)).toMatchObject({ hint: 'booking_needs_approval' });
    }
    // The page was closed: the approval is still there. Paid, it is used.
    await openCheckout(database(), booker, { kind: 'course', course: COURSE_60, trainees: [trainee] });
    const paid = await openCheckout(
      database(),
      booker,
      { kind: 'course', course: COURSE_60, trainees: [trainee] },
      '1 day',
    );
    await fulfil(database(), paid);
    expect(await listOf(booker)).toMatchObject([{ state: 'booked' }]);
    await database().query('delete from nemus_booking_participants where trainee_id = $1::text::uuid', [trainee]);
    await database().query(`delete from nemus_course_enrollments where course_id = $1::text::uuid`, [COURSE_60]);
    expect(await cardOf(booker, COURSE_60, [trainee])).toMatchObject({ hint: 'booking_needs_approval' });
  });

  it('only the requester can take the request back', async () => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 0, null);
    const id = text(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, 'credits']), 'id');
    const colleague = await addMember(database(), institution, ['booking']);
    expect(await refused(colleague, WITHDRAW_REQUEST, [id])).toMatchObject({ hint: 'request_not_found' });
    for (const _click of [1, 2]) await call(booker, WITHDRAW_REQUEST, [id]);
    expect(await refused(institution, DECIDE_REQUEST, [id, 'true', ''])).toMatchObject({ hint: 'request_decided' });
  });

  it.each([
    ['-1', null],
    [null, '-1'],
    ['1000001', null],
  ])('no budget of %s credits or %s cents', async (credits, cents) => {
    const { institution, trainee } = await setScene();
    expect(
      await refused(institution, 'select nemus_set_budget(array[$1::text::uuid], $2::text::int, $3::text::int)', [
        trainee,
        credits,
        cents,
      ]),
    ).toMatchObject({ hint: 'invalid_budget' });
    const other = await signUpInstitution(database());
    expect(await refused(other, 'select nemus_set_budget(array[$1::text::uuid], 5)', [trainee])).toMatchObject({
      hint: 'trainee_not_found',
    });
  });
}
