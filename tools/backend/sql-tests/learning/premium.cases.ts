import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { buy, fulfil, openCheckout, REFUND_CHECKOUT } from '../scenes/checkouts';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse, COMPLETE_MODULE, type ProbeCourse } from '../scenes/learning';
import { ANSWER_QUESTION, START_QUIZ, startRun } from '../scenes/quiz';
import { one } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';

const TEXTS = 'select module_id from nemus_learning_contents where module_id like $1';
const OPEN_MODULE = 'select nemus_open_module($1) as opened';
const TITLES = 'select title, duration_minutes from nemus_learning_modules where course_id = $1';

type Arrival = (database: TestDatabase, course: ProbeCourse) => Promise<Caller>;

/** Buys with the credits of a new institution. */
async function buyWithCredits(database: TestDatabase, { seminar }: ProbeCourse): Promise<string> {
  const id = await signUpInstitution(database);
  await giveCredits(database, id, 100);
  await ask(database, signedIn(id), ENROL_WITH_CREDITS, [id, seminar]);
  return id;
}

/** A trainee for whom an institution booked the seminar, by credits or by card. @returns both, and what paid for it. */
async function book(database: TestDatabase, { seminar }: ProbeCourse, by: 'credits' | 'card') {
  const institution = await signUpInstitution(database);
  const { account: trainee, trainee: row } = await linkTrainee(database, institution);
  if (by === 'credits') {
    await giveCredits(database, institution, 100);
    await ask(database, signedIn(institution), BOOK_FOR_ONE, [seminar, row]);
    return { institution, trainee, payment: null };
  }
  const checkout = await buy(database, institution, { kind: 'course', course: seminar, trainees: [row] });
  return { institution, trainee, payment: checkout.payment };
}

/** The ways to a premium course: who gets its texts, its quiz and its completion. */
const ACCESS: readonly (readonly [string, 'open' | 'shut' | 'nothing', Arrival])[] = [
  ['without a session', 'nothing', async () => ANONYMOUS],
  ['a trainee without it', 'shut', async (database) => signedIn(await signUp(database))],
  ['an institution without it', 'shut', async (database) => signedIn(await signUpInstitution(database))],
  [
    'a trainee who bought another seminar',
    'shut',
    async (database) => {
      const id = await signUp(database);
      const { seminar } = await addProbeCourse(database, { premium: true });
      await buy(database, id, { kind: 'course', course: seminar });
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
      await buy(database, id, { kind: 'course', course: seminar });
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
      await ask(database, SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
      return signedIn(id);
    },
  ],
  [
    'a trainee whose booking was refunded',
    'shut',
    async (database, course) => {
      const { trainee, payment } = await book(database, course, 'card');
      await ask(database, SERVICE, REFUND_CHECKOUT, [payment, '12000']);
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

export function premiumCases(database: () => TestDatabase): void {
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
      expect(await refusal(database(), caller, START_QUIZ, [course.id, 'block-a'])).toMatchObject({ code: '42501' });
      return;
    }
    // The offer names every module to all.
    expect(await ask(database(), caller, TITLES, [course.id])).toHaveLength(5);
    const read = () => ask(database(), caller, `${TEXTS} order by 1`, [`${course.id}-%`]);
    // Reading begins a paid course: before, no request gets a text.
    expect(await read()).toEqual([]);
    const opened = one(await ask(database(), caller, OPEN_MODULE, [`${course.id}-a1`])).opened;
    expect(opened).toBe(found === 'open');
    const texts = await read();
    const open = ['a1', 'a2', 'a3', 'aq'].map((module) => ({ module_id: `${course.id}-${module}` }));
    expect(texts).toEqual(found === 'open' ? open : []);
    const refused = found === 'open' ? null : 'premium_required';
    expect(await hint(START_QUIZ, [course.id, 'block-a'])).toBe(refused);
    expect(await hint(COMPLETE_MODULE, [`${course.id}-a1`])).toBe(refused);
  });

  it('sends nothing of a closed block, even to accounts that bought the course', async () => {
    const course = await addProbeCourse(database(), { premium: true });
    const caller = signedIn(await buyWithCredits(database(), course));
    expect(await ask(database(), caller, TEXTS, [`${course.id}-b1`])).toEqual([]);
    for (const [statement, values] of [
      [START_QUIZ, [course.id, 'block-b']],
      [COMPLETE_MODULE, [`${course.id}-b1`]],
    ] as const) {
      expect(await refusal(database(), caller, statement, values)).toMatchObject({ hint: 'block_closed' });
    }
  });

  it('sends the texts of a free course to all signed-in accounts, and of a retired one to none', async () => {
    const course = await addProbeCourse(database());
    const caller = signedIn(await signUp(database()));
    expect(await ask(database(), caller, TEXTS, [`${course.id}-a%`])).toHaveLength(4);
    await database().query('update nemus_learning_courses set is_active = false where id = $1', [course.id]);
    expect(await ask(database(), caller, TEXTS, [`${course.id}-%`])).toEqual([]);
    for (const [statement, values, hint] of [
      [START_QUIZ, [course.id, 'block-a'], 'quiz_not_found'],
      [COMPLETE_MODULE, [`${course.id}-a1`], 'module_not_found'],
    ] as const) {
      expect(await refusal(database(), caller, statement, values)).toMatchObject({ hint });
    }
  });

  it('explains no further answer of a run that began before the refund', async () => {
    const course = await addProbeCourse(database(), { premium: true });
    const id = await signUp(database());
    const checkout = await buy(database(), id, { kind: 'course', course: course.seminar });
    const { id: run, questions } = await startRun(database(), id, { course: course.id, block: 'block-a' });
    const answer = (index: number) => [run, questions[index]?.id, '0'];
    await ask(database(), signedIn(id), ANSWER_QUESTION, answer(0));
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    for (const index of [0, 1]) {
      expect(await refusal(database(), signedIn(id), ANSWER_QUESTION, answer(index))).toMatchObject({
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
