import { z } from 'zod';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addRunningDate } from '../scenes/dates';
import { addProbeCourse } from '../scenes/learning';
import { givePlace, takePart } from '../scenes/places';
import { addRequirementSet, chooseRequirements } from '../scenes/requirements';
import { one } from '../scenes/rows';

const ENROL = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
  values ($1::text::uuid, $2::text::uuid, 'direct_purchase')`;
const ATTEND = `update nemus_appointment_participations set attendance = $2, attended_units = $3::text::int,
  marked_at = now(), marked_how = 'list' where user_id = $1::text::uuid`;
const COMPLETE = `insert into nemus_learning_progress (user_id, course_id, status, completed_at)
  values ($1::text::uuid, $2, 'completed', now())
  on conflict (user_id, course_id) do update set status = 'completed', completed_at = now()`;

/** The remaining training of one account, among others with the same courses. */
export function plannedHourCases(database: () => TestDatabase): void {
  /** Planned units by category, without empty ones. */
  async function plannedOf(user: string) {
    const [row] = await ask(
      database(),
      signedIn(user),
      `select jsonb_object_agg(c ->> 'category', (c ->> 'planned_minutes')::int / 45) as planned
       from jsonb_array_elements(nemus_counted_hours() -> 'categories') c where (c ->> 'planned_minutes')::int > 0`,
    );
    expect(await plannedTotal(user)).toBe(
      Object.values(z.record(z.string(), z.number()).parse(row?.planned ?? {})).reduce((sum, units) => sum + units, 0),
    );
    return row?.planned ?? null;
  }
  /** Planned units on the dashboard: the sum of the categories, whatever the set counts. */
  const plannedTotal = async (user: string) =>
    (await ask(database(), signedIn(user), 'select distinct planned_units from nemus_training_progress'))[0]
      ?.planned_units;
  async function seminarWithLearning() {
    const course = await addProbeCourse(database(), { premium: true });
    await database().query(
      'update nemus_courses set theory_units = 6, practical_units = 2, has_dates = true where id = $1::text::uuid',
      [course.seminar],
    );
    return course;
  }

  it('other people’s attendance and learning do not reduce one’s plan', async () => {
    const [user, other] = [await signUp(database()), await signUp(database())];
    const { id, seminar } = await seminarWithLearning();
    const date = await addRunningDate(database(), { seminar, units: 4, hours: -48 });
    for (const each of [other, user]) await takePart(database(), each, date);
    await database().query(ATTEND, [other, 'present', '4']);
    await database().query(COMPLETE, [other, id]);
    expect(await plannedOf(user)).toEqual({ theory: 6, practice: 2, elearning: 4 });
    expect(await plannedOf(other)).toEqual({ theory: 3, practice: 1 });
  });

  it('a part of a day that was attended is done, and who was absent has all of it before them', async () => {
    const [partly, absent] = [await signUp(database()), await signUp(database())];
    const { seminar } = await seminarWithLearning();
    const date = await addRunningDate(database(), { seminar, units: 8, hours: -48 });
    for (const each of [partly, absent]) await takePart(database(), each, date);
    await database().query(ATTEND, [partly, 'partial', '4']);
    await database().query(ATTEND, [absent, 'absent', '0']);
    expect(await plannedOf(partly)).toMatchObject({ theory: 3, practice: 1 });
    expect(await plannedOf(absent)).toMatchObject({ theory: 6, practice: 2 });
  });

  it('what was attended is of theory and practice as the seminar is', async () => {
    const user = await signUp(database());
    const { seminar } = await seminarWithLearning();
    const date = await addRunningDate(database(), { seminar, units: 4, hours: -48 });
    await takePart(database(), user, date);
    await database().query(ATTEND, [user, 'present', '4']);
    const divide = (theory: number, practice: number) =>
      database().query(
        'update nemus_courses set theory_units = $2::text::int, practical_units = $3::text::int where id = $1::text::uuid',
        [seminar, String(theory), String(practice)],
      );
    await divide(4, 4);
    expect(await plannedOf(user)).toMatchObject({ theory: 2, practice: 2 });
    await divide(8, 0);
    expect(await plannedOf(user)).toEqual({ theory: 4, elearning: 4 });
  });

  it('what the chosen set does not count is planned on no page', async () => {
    const user = await signUp(database());
    const { seminar } = await seminarWithLearning();
    await database().query(ENROL, [user, seminar]);
    expect(await plannedOf(user)).toEqual({ theory: 6, practice: 2, elearning: 4 });
    const set = await addRequirementSet(database(), {
      categories: { theory: 100, practice: 50 },
      credits: { seminar_theory: 'theory', seminar_practice: 'theory' },
    });
    await chooseRequirements(database(), user, set);
    expect(await plannedOf(user)).toEqual({ theory: 8 });
  });

  it('attendance of one seminar does not count for another, and a completed one plans nothing', async () => {
    const user = await signUp(database());
    const [done, open] = [await seminarWithLearning(), await seminarWithLearning()];
    await takePart(database(), user, await addRunningDate(database(), { seminar: done.seminar, units: 8, hours: -48 }));
    await database().query(ATTEND, [user, 'present', '8']);
    await database().query(ENROL, [user, open.seminar]);
    expect(await plannedOf(user)).toEqual({ theory: 6, practice: 2, elearning: 8 });
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100
       where user_id = $1::text::uuid and course_id = $2::text::uuid`,
      [user, open.seminar],
    );
    expect(await plannedOf(user)).toEqual({ elearning: 4 });
  });

  it('an appointment without a seminar is planned until it ends or is cancelled, supervision as practice', async () => {
    const [user, other] = [await signUp(database()), await signUp(database())];
    const add = async (type: string, hours: number, units: number) => {
      const { date } = await addRunningDate(database(), { type, hours, units });
      await database().query('update nemus_appointments set course_id = null where id = $1::text::uuid', [date]);
      return date;
    };
    const [supervision, workshop, past] = [
      await add('Supervision', 48, 2),
      await add('Workshop', 72, 3),
      await add('Workshop', -48, 5),
    ];
    for (const date of [supervision, workshop, past]) await givePlace(database(), user, date);
    await givePlace(database(), other, workshop);
    expect(await plannedOf(user)).toEqual({ theory: 3, practice: 2 });
    await database().query(
      `update nemus_appointment_participations set status = 'cancelled', cancelled_at = now()
       where user_id = $1::text::uuid and appointment_id = $2::text::uuid`,
      [user, workshop],
    );
    expect(await plannedOf(user)).toEqual({ practice: 2 });
    expect(await plannedOf(other)).toEqual({ theory: 3 });
  });

  it('a seminar that is no longer offered is seen only by people enrolled in it', async () => {
    const [user, other] = [await signUp(database()), await signUp(database())];
    const [gone, own] = [await seminarWithLearning(), await seminarWithLearning()];
    await database().query(ENROL, [other, gone.seminar]);
    await database().query(ENROL, [user, own.seminar]);
    await database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [gone.seminar]);
    const credit = 'select nemus_course_credit($1::text::uuid) as credit';
    expect(await refusal(database(), signedIn(user), credit, [gone.seminar])).toMatchObject({
      hint: 'course_not_found',
    });
    expect(one(await ask(database(), signedIn(other), credit, [gone.seminar])).credit).toMatchObject({
      parts: [{ units: 6 }, { units: 2 }],
    });
  });
}
