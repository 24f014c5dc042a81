import { giveCredits, invite, signUp, signUpInstitution } from '../accounts';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { fulfil, openCheckout } from './checkout';
import { addProbeCourse, type ProbeCourse } from './probe-course';
import { ANSWER, START, startRun } from './quiz';
import { one } from './values';

const TEXTS = 'select module_id from nemus_learning_contents where module_id like $1';
const TITLES = 'select title, duration_minutes from nemus_learning_modules where course_id = $1';
const COMPLETE = 'select nemus_complete_module($1)';
const ENROL = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
  values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started')`;
const REFUND = 'select nemus_refund_checkout($1, $2::text::int)';

type Arrival = (database: TestDatabase, course: ProbeCourse) => Promise<Caller>;

/** Buys with the credits of a new institution. */
async function buyWithCredits(database: TestDatabase, { seminar }: ProbeCourse): Promise<string> {
  const id = await signUpInstitution(database);
  await giveCredits(database, id, 100);
  await ask(database, signedIn(id), ENROL, [id, seminar]);
  return id;
}

/** A trainee for whom an institution booked the seminar, by credits or by card. @returns both, and what paid for it. */
async function book(database: TestDatabase, { seminar }: ProbeCourse, by: 'credits' | 'card') {
  const institution = await signUpInstitution(database);
  const trainee = await signUp(database);
  const { token, trainee: row } = await invite(database, institution, `${trainee}@nemus.example`, ['Eva', 'Test']);
  await ask(database, signedIn(trainee), 'select nemus_accept_invitation($1)', [token]);
  if (by === 'credits') {
    await giveCredits(database, institution, 100);
    const booking = 'select nemus_book_course($1::text::uuid, array[$2::text::uuid])';
    await ask(database, signedIn(institution), booking, [seminar, row]);
    return { institution, trainee, payment: null };
  }
  const checkout = await openCheckout(database, institution, { kind: 'course', course: seminar, trainees: [row] });
  await fulfil(database, checkout);
  return { institution, trainee, payment: checkout.payment };
}

/** How an account comes to a premium course, or does not: who may have its texts, its quiz and its completion. */
const ACCESS: readonly (readonly [string, 'open' | 'shut' | 'nothing', Arrival])[] = [
  ['nobody signed in', 'nothing', async () => ANONYMOUS],
  ['a trainee without it', 'shut', async (database) => signedIn(await signUp(database))],
  ['an institution without it', 'shut', async (database) => signedIn(await signUpInstitution(database))],
  [
    'a trainee who bought another seminar',
    'shut',
    async (database) => {
      const id = await signUp(database);
      const { seminar } = await addProbeCourse(database, { premium: true });
      await fulfil(database, await openCheckout(database, id, { kind: 'course', course: seminar }));
      return signedIn(id);
    },
  ],
  [
    'a trainee who has not paid yet',
    'shut',
    async (database, { seminar }) => {
      const id = await signUp(database);
      await openCheckout(database, id, { kind: 'course', course: seminar });
      return signedIn(id);
    },
  ],
  [
    'a trainee who bought it by card',
    'open',
    async (database, { seminar }) => {
      const id = await signUp(database);
      await fulfil(database, await openCheckout(database, id, { kind: 'course', course: seminar }));
      return signedIn(id);
    },
  ],
  [
    'an institution that bought it',
    'open',
    async (database, course) => signedIn(await buyWithCredits(database, course)),
  ],
  [
    'a trainee who was booked into it',
    'open',
    async (database, course) => signedIn((await book(database, course, 'credits')).trainee),
  ],
  [
    'the institution that booked others',
    'shut',
    async (database, course) => signedIn((await book(database, course, 'credits')).institution),
  ],
  [
    'a trainee whose purchase was refunded',
    'shut',
    async (database, { seminar }) => {
      const id = await signUp(database);
      const checkout = await openCheckout(database, id, { kind: 'course', course: seminar });
      await fulfil(database, checkout);
      await ask(database, SERVICE, REFUND, [checkout.payment, String(checkout.amount)]);
      return signedIn(id);
    },
  ],
  [
    'a trainee whose booking was refunded',
    'shut',
    async (database, course) => {
      const { trainee, payment } = await book(database, course, 'card');
      await ask(database, SERVICE, REFUND, [payment, '12000']);
      return signedIn(trainee);
    },
  ],
  [
    'an institution that got its credits back',
    'shut',
    async (database, course) => {
      const id = await buyWithCredits(database, course);
      const enrolment = 'select id::text from nemus_course_enrollments where user_id = $1::text::uuid';
      const { id: bought } = one(await database.query(enrolment, [id]));
      await ask(database, SERVICE, 'select nemus_refund_enrollment($1::text::uuid)', [bought]);
      return signedIn(id);
    },
  ],
];

export function premiumTests(database: () => TestDatabase): void {
  it.each(ACCESS)('%s finds a premium course %s', async (_who, found, arrive) => {
    const course = await addProbeCourse(database(), { premium: true });
    const caller = await arrive(database(), course);
    const hint = async (statement: string, values: readonly string[]) =>
      (await refusal(database(), caller, statement, values))?.hint ?? null;
    if (found === 'nothing') {
      for (const [statement, value] of [
        [TEXTS, `${course.id}-%`],
        [TITLES, course.id],
      ] as const) {
        expect(await refusal(database(), caller, statement, [value])).toMatchObject({ code: '42501' });
      }
      expect(await refusal(database(), caller, START, [course.id, 'block-a'])).toMatchObject({ code: '42501' });
      return;
    }
    // The offer names every module, whoever looks.
    expect(await ask(database(), caller, TITLES, [course.id])).toHaveLength(5);
    const texts = await ask(database(), caller, `${TEXTS} order by 1`, [`${course.id}-%`]);
    const open = ['a1', 'a2', 'a3', 'aq'].map((module) => ({ module_id: `${course.id}-${module}` }));
    expect(texts).toEqual(found === 'open' ? open : []);
    const refused = found === 'open' ? null : 'premium_required';
    expect(await hint(START, [course.id, 'block-a'])).toBe(refused);
    expect(await hint(COMPLETE, [`${course.id}-a1`])).toBe(refused);
  });

  it('sends nothing of a block that is closed, whoever bought the course', async () => {
    const course = await addProbeCourse(database(), { premium: true });
    const caller = signedIn(await buyWithCredits(database(), course));
    expect(await ask(database(), caller, TEXTS, [`${course.id}-b1`])).toEqual([]);
    for (const [statement, values] of [
      [START, [course.id, 'block-b']],
      [COMPLETE, [`${course.id}-b1`]],
    ] as const) {
      expect(await refusal(database(), caller, statement, values)).toMatchObject({ hint: 'block_closed' });
    }
  });

  it('sends the texts of a course that is free to everybody signed in, and of one that left the list to nobody', async () => {
    const course = await addProbeCourse(database());
    const caller = signedIn(await signUp(database()));
    expect(await ask(database(), caller, TEXTS, [`${course.id}-a%`])).toHaveLength(4);
    await database().query('update nemus_learning_courses set is_active = false where id = $1', [course.id]);
    expect(await ask(database(), caller, TEXTS, [`${course.id}-%`])).toEqual([]);
    for (const [statement, values, hint] of [
      [START, [course.id, 'block-a'], 'quiz_not_found'],
      [COMPLETE, [`${course.id}-a1`], 'module_not_found'],
    ] as const) {
      expect(await refusal(database(), caller, statement, values)).toMatchObject({ hint });
    }
  });

  it('explains no further answer of a run that began before the refund', async () => {
    const course = await addProbeCourse(database(), { premium: true });
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: course.seminar });
    await fulfil(database(), checkout);
    const { id: run, questions } = await startRun(database(), id, { course: course.id, block: 'block-a' });
    const answer = (index: number) => [run, questions[index]?.id, '0'];
    await ask(database(), signedIn(id), ANSWER, answer(0));
    await ask(database(), SERVICE, REFUND, [checkout.payment, String(checkout.amount)]);
    for (const index of [0, 1]) {
      expect(await refusal(database(), signedIn(id), ANSWER, answer(index))).toMatchObject({
        code: 'PT403',
        hint: 'premium_required',
      });
    }
  });

  it.each([
    ['as a column of the module', 'select content from nemus_learning_modules', '42703'],
    ['as questions', 'select question from nemus_quiz_questions', '42501'],
    ['as what a run drew', 'select question_id from private.nemus_quiz_draws', '42501'],
  ])('has no other way to a text: %s', async (_way, statement, code) => {
    const caller = signedIn(await signUp(database()));
    expect((await refusal(database(), caller, statement))?.code).toBe(code);
  });

  it('shows no text through the tables that stand around it', async () => {
    const course = await addProbeCourse(database(), { premium: true });
    const caller = signedIn(await signUp(database()));
    const joined = `select x.content from nemus_learning_courses c join nemus_learning_modules m on m.course_id = c.id
      join nemus_learning_contents x on x.module_id = m.id where c.id = $1`;
    expect(await ask(database(), caller, joined, [course.id])).toEqual([]);
  });
}
