import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { buy, fulfil, ONE_COURSE, openCheckout } from '../scenes/checkouts';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse, COMPLETE_MODULE } from '../scenes/learning';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';

const LEAVE = 'select nemus_leave_membership($1::text::uuid)';
const TEXTS = 'select content from nemus_learning_contents where module_id = $1';
const OPEN_MODULE = 'select nemus_open_module($1) as opened';

/** A place that a member takes with the institution's credits belongs to the institution. */
export function ownPlaceCases(database: () => TestDatabase): void {
  const setScene = async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 500);
    const member = await addMember(database(), institution, ['booking']);
    const course = await addProbeCourse(database(), { premium: true });
    const enrol = () => ask(database(), signedIn(member), ENROL_WITH_CREDITS, [member, course.seminar]);
    return { institution, member, course, enrol };
  };
  const credits = async (institution: string) =>
    one(await ask(database(), signedIn(institution), 'select available_credits as n from nemus_credit_balances')).n;
  const places = (member: string) =>
    database().query('select status from nemus_course_enrollments where user_id = $1::text::uuid', [member]);
  const seats = async (institution: string) =>
    one(await ask(database(), signedIn(institution), 'select nemus_seats() as list')).list;

  it('is among the institution’s seats, under the member’s name', async () => {
    const { institution, enrol } = await setScene();
    await enrol();
    expect(await seats(institution)).toMatchObject({
      total: 1,
      seats: [{ own: true, name: 'Ina Team', state: 'unused' }],
    });
  });

  it.each(['leaves', 'is removed', 'deletes the account'])(
    'goes back to the institution when the member %s',
    async (how) => {
      const { institution, member, enrol } = await setScene();
      const before = await credits(institution);
      await enrol();
      expect(await credits(institution)).not.toBe(before);
      if (how === 'leaves') await ask(database(), signedIn(member), LEAVE, [institution]);
      else if (how === 'is removed') {
        await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [member]);
      } else {
        const fresh = { ...signedIn(member), signedInAt: Math.floor(Date.now() / 1000) };
        await ask(database(), fresh, 'select nemus_delete_account()');
      }
      expect(await places(member)).toEqual([]);
      expect(await credits(institution)).toBe(before);
      expect(await seats(institution)).toMatchObject({ total: 0 });
    },
  );

  it('ends without credits once it was begun, and stays once it was completed', async () => {
    const { institution, member, course, enrol } = await setScene();
    await enrol();
    const spent = await credits(institution);
    await ask(database(), signedIn(member), OPEN_MODULE, [`${course.id}-a1`]);
    expect(await seats(institution)).toMatchObject({ seats: [{ state: 'started' }] });
    await ask(database(), signedIn(member), LEAVE, [institution]);
    expect(await places(member)).toEqual([]);
    expect(await credits(institution)).toBe(spent);

    const done = await setScene();
    await done.enrol();
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100 where user_id = $1::text::uuid`,
      [done.member],
    );
    await ask(database(), signedIn(done.member), LEAVE, [done.institution]);
    expect(await places(done.member)).toEqual([{ status: 'completed' }]);
  });

  it('ends with the institution that paid, not with another one', async () => {
    const { institution, member, enrol } = await setScene();
    await enrol();
    const other = await signUpInstitution(database());
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{reading}')`,
      [other, member],
    );
    await ask(database(), signedIn(member), LEAVE, [other]);
    expect(await places(member)).toHaveLength(1);
    await ask(database(), signedIn(member), LEAVE, [institution]);
    expect(await places(member)).toEqual([]);
  });

  it('of a founder belongs to the institution that paid, and is not shown by the founder’s own', async () => {
    const founder = await signUpInstitution(database());
    const reader = await addMember(database(), founder, ['reading']);
    const other = await signUpInstitution(database());
    await giveCredits(database(), other, 500);
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles, chosen_at)
       values ($1::text::uuid, $2::text::uuid, '{booking}', now() + interval '1 second')`,
      [other, founder],
    );
    const course = await addProbeCourse(database(), { premium: true });
    await ask(database(), signedIn(founder), ENROL_WITH_CREDITS, [founder, course.seminar]);
    expect(await seats(reader)).toMatchObject({ total: 0 });
    expect(await seats(other)).toMatchObject({ total: 1, seats: [{ own: true, state: 'unused' }] });
    await ask(database(), signedIn(founder), LEAVE, [other]);
    expect(await seats(other)).toMatchObject({ total: 0 });
  });

  it('hides what a former member did with it, also of the founder', async () => {
    const { institution, member, enrol } = await setScene();
    await addMember(database(), institution, ['administration']);
    const reader = await addMember(database(), institution, ['reading']);
    await enrol();
    await buy(database(), institution, ONE_COURSE);
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100
       where user_id in ($1::text::uuid, $2::text::uuid)`,
      [institution, member],
    );
    expect(await seats(reader)).toMatchObject({ counts: { completed: 2 } });
    await ask(database(), signedIn(member), LEAVE, [institution]);
    await ask(database(), signedIn(institution), LEAVE, [institution]);
    expect(await seats(reader)).toMatchObject({ total: 2, counts: { left: 2 } });
  });

  it.each(['unused', 'begun'])('ends for a founder who bought it by card: %s', async (how) => {
    const { institution, course } = await setScene();
    await addMember(database(), institution, ['administration']);
    const { order, amount } = await buy(database(), institution, { kind: 'course', course: course.seminar });
    if (how === 'begun') await ask(database(), signedIn(institution), OPEN_MODULE, [`${course.id}-a1`]);
    await ask(database(), signedIn(institution), LEAVE, [institution]);
    await ask(database(), signedIn(institution), LEAVE, [institution]);
    expect(await places(institution)).toEqual([]);
    const owed = 'select amount_cents, reason from private.nemus_refunds where order_id = $1::text::uuid';
    expect(await database().query(owed, [order])).toEqual(
      how === 'begun' ? [] : [{ amount_cents: amount, reason: 'booking_cancelled' }],
    );
  });

  it('is granted to no founder who left before the payment arrived, and the money is owed back', async () => {
    const { institution } = await setScene();
    await addMember(database(), institution, ['administration']);
    const checkout = await openCheckout(database(), institution, ONE_COURSE);
    await ask(database(), signedIn(institution), LEAVE, [institution]);
    await fulfil(database(), checkout);
    expect(await places(institution)).toEqual([]);
    expect(
      await database().query('select amount_cents, reason from private.nemus_refunds where order_id = $1::text::uuid', [
        checkout.order,
      ]),
    ).toEqual([{ amount_cents: checkout.amount, reason: 'trainee_gone' }]);
  });

  it.each([
    ['not_started', [], 1],
    ['in_progress', [], 0],
    ['completed', [{ status: 'completed' }], 0],
  ])('comes back after a dispute to no founder who left meanwhile: %s', async (status, kept, owed) => {
    const { institution } = await setScene();
    await addMember(database(), institution, ['administration']);
    const { order, payment, amount } = await buy(database(), institution, ONE_COURSE);
    await database().query(
      `update nemus_course_enrollments set status = $2,
         progress_percentage = case $2 when 'completed' then 100 when 'in_progress' then 40 else 0 end
       where user_id = $1::text::uuid`,
      [institution, status],
    );
    const dispute = (answer: string, minute: number) =>
      ask(
        database(),
        SERVICE,
        `select nemus_settle_dispute($1, $2, $3::text::int, 'fraudulent', $4, $5::text::timestamptz)`,
        [`du_${order}`, payment, String(amount), answer, `2026-11-22T08:0${minute}:00Z`],
      );
    await dispute('needs_response', 1);
    await ask(database(), signedIn(institution), LEAVE, [institution]);
    await dispute('won', 2);
    expect(await places(institution)).toEqual(kept);
    expect(
      await database().query('select reason from private.nemus_refunds where order_id = $1::text::uuid', [order]),
    ).toHaveLength(owed);
  });

  it('is taken by members who book alone', async () => {
    const { institution, course } = await setScene();
    const reader = await addMember(database(), institution, ['reading', 'billing']);
    expect(await refusal(database(), signedIn(reader), ENROL_WITH_CREDITS, [reader, course.seminar])).toMatchObject({
      hint: 'member_role_required',
    });
  });

  it('a paid text is read only by an account whose place has begun', async () => {
    const { institution, member, course, enrol } = await setScene();
    const text = `${course.id}-a1`;
    const read = async () => (await ask(database(), signedIn(member), TEXTS, [text])).length;
    expect(one(await ask(database(), signedIn(member), OPEN_MODULE, [text])).opened).toBe(false);
    await enrol();
    expect(await read()).toBe(0);
    expect(await seats(institution)).toMatchObject({ seats: [{ state: 'unused' }] });
    expect(one(await ask(database(), signedIn(member), OPEN_MODULE, [text])).opened).toBe(true);
    expect(await read()).toBe(1);
    expect(await seats(institution)).toMatchObject({ seats: [{ state: 'started' }] });
    // Another block that is closed stays closed.
    expect(one(await ask(database(), signedIn(member), OPEN_MODULE, [`${course.id}-b1`])).opened).toBe(false);
    expect(await refusal(database(), signedIn(member), COMPLETE_MODULE, [text])).toBeNull();
  });

  it('a place that was begun stays begun, and none is begun before it exists', async () => {
    const { institution, member, course, enrol } = await setScene();
    const free = await addProbeCourse(database());
    const positions = () =>
      ask(database(), signedIn(member), 'select course_id from nemus_block_positions order by course_id');
    const save = (id: string) =>
      ask(
        database(),
        signedIn(member),
        `insert into nemus_block_positions (user_id, course_id, block_id, step)
         select $1::text::uuid, m.course_id, m.block_id, 'film' from nemus_learning_modules m where m.id = $2`,
        [member, `${id}-a1`],
      );
    await save(course.id);
    expect(await positions()).toEqual([]);
    await enrol();
    await ask(database(), signedIn(member), OPEN_MODULE, [`${course.id}-a1`]);
    await ask(
      database(),
      signedIn(member),
      `update nemus_block_positions set course_id = $1, block_id =
         (select m.block_id from nemus_learning_modules m where m.id = $1 || '-a1')`,
      [free.id],
    );
    expect(await positions()).toEqual([{ course_id: course.id }]);
    expect(await seats(institution)).toMatchObject({ seats: [{ state: 'started' }] });
    await save(free.id);
    expect(await positions()).toHaveLength(2);
  });
}
