import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { budgetScene, DECIDE_REQUEST, REQUEST_BOOKING } from '../scenes/budgets';
import { CREATE_ORDER, fulfil, openCheckout, orderArguments } from '../scenes/checkouts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

const PASS = `update nemus_appointments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour',
  change_until = null where id = $1::text::uuid`;

/** Only what exists is sold: a seminar needs a date to choose, or e-learning with content. */
export function buyableCases(database: () => TestDatabase): void {
  const { setScene, call, refused, setLimit } = budgetScene(database);
  const toFollow = { hint: 'dates_to_follow' };
  /** The refusals of every way to buy a seminar, each null if it can be bought that way. */
  async function refusals(seminar: string): Promise<readonly unknown[]> {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const trainee = await addTrainee(database(), institution);
    const order = (trainees: readonly string[], buyer: string) =>
      refusal(database(), SERVICE, CREATE_ORDER, orderArguments(buyer, { kind: 'course', course: seminar, trainees }));
    return [
      await refusal(database(), signedIn(institution), ENROL_WITH_CREDITS, [institution, seminar]),
      await order([], await signUp(database())),
      await order([trainee], institution),
      await refusal(database(), signedIn(institution), BOOK_FOR_ONE, [
        seminar,
        await addTrainee(database(), institution),
      ]),
    ];
  }
  const plan = async (options: Parameters<typeof addDate>[2] = {}) => {
    const seminar = await addSeminar(database());
    return { seminar, date: await addDate(database(), seminar, { capacity: 5, ...options }) };
  };

  it('a seminar without dates and content is bought in no way', async () => {
    expect(await refusals(await addSeminar(database()))).toMatchObject([toFollow, toFollow, toFollow, toFollow]);
  });

  it.each([
    ['past', { hours: -5 }],
    ['past its deadline', { hours: 48, deadline: -1 }],
  ])('a date that is %s makes nothing buyable', async (_what, options) => {
    expect(await refusals((await plan(options)).seminar)).toMatchObject([toFollow, toFollow, toFollow, toFollow]);
  });

  it('a coming date makes a seminar buyable in every way, also when it is full; a cancelled one does not', async () => {
    const { seminar, date } = await plan();
    expect(await refusals(seminar)).toEqual([null, null, null, null]);
    await database().query('update nemus_appointments set participants_taken = capacity where id = $1::text::uuid', [
      date,
    ]);
    expect(await refusals(seminar)).toEqual([null, null, null, null]);
    await ask(database(), signedIn(await hireStaff(database(), ['teaching'])), CANCEL_DATE, [date, 'Krank', 'false']);
    expect(await refusals(seminar)).toMatchObject([toFollow, toFollow, toFollow, toFollow]);
  });

  it('so does e-learning with content, whether free or not, until it is retired', async () => {
    const { id, seminar } = await addProbeCourse(database());
    expect(await refusals(seminar)).toEqual([null, null, null, null]);
    await database().query('update nemus_learning_courses set is_active = false where id = $1', [id]);
    expect(await refusals(seminar)).toMatchObject([toFollow, toFollow, toFollow, toFollow]);
  });

  it.each(['credits', 'card'])(
    'a request is neither written nor approved without dates, paid by %s',
    async (payment) => {
      const { institution, trainee, booker } = await setScene();
      await setLimit(institution, 0, 0);
      const { seminar, date } = await plan();
      const request = text(await call(booker, REQUEST_BOOKING, [seminar, `{${trainee}}`, payment]), 'id');
      await database().query(PASS, [date]);
      expect(await refused(institution, DECIDE_REQUEST, [request, 'true', ''])).toMatchObject(toFollow);
      await addDate(database(), seminar);
      expect(await refused(institution, DECIDE_REQUEST, [request, 'true', ''])).toBeNull();
      const other = await addSeminar(database());
      expect(await refused(booker, REQUEST_BOOKING, [other, `{${trainee}}`, payment])).toMatchObject(toFollow);
    },
  );

  it('a payment that arrives after the last date goes back, for oneself and for trainees', async () => {
    const { seminar, date } = await plan();
    const institution = await signUpInstitution(database());
    const own = await openCheckout(database(), await signUp(database()), { kind: 'course', course: seminar });
    const trainees = [await addTrainee(database(), institution)];
    const theirs = await openCheckout(database(), institution, { kind: 'course', course: seminar, trainees });
    await database().query(PASS, [date]);
    const returning = { status: 'returning', return_reason: 'dates_gone' };
    expect(await fulfil(database(), own)).toMatchObject({ ...returning, returning_cents: own.amount });
    expect(await fulfil(database(), theirs)).toMatchObject({ ...returning, returning_cents: theirs.amount });
    expect(
      await database().query('select from nemus_course_enrollments where course_id = $1::text::uuid', [seminar]),
    ).toEqual([]);
  });

  it('a payment that arrives after its date was replaced by another is granted', async () => {
    const { seminar, date } = await plan();
    const own = await openCheckout(database(), await signUp(database()), { kind: 'course', course: seminar });
    await database().query(PASS, [date]);
    await addDate(database(), seminar);
    expect(await fulfil(database(), own)).toMatchObject({ status: 'paid', returning_cents: 0 });
  });
}
