import { giveCredits, signUp, signUpInstitution } from '../accounts';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { one, text } from './values';

const MODULE = 'rechtliche-grundlagen';
const COMPLETE = 'select nemus_complete_module($1) as progress';
const START = `select nemus_start_quiz('${MODULE}', 'block-a') as quiz`;
const ANSWER = `select nemus_answer_question($1::text::uuid, $2, $3::text::int) as verdict`;
const SAVE = `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage, lives_remaining)
  values ($1::text::uuid, '${MODULE}', 'block-a', $2::text::int, 3, $3::text::int, $4::text::int)
  returning user_name, percentage`;

/** Plays a run with the given number of right answers. */
async function play(database: TestDatabase, user: string, right: number): Promise<void> {
  const run = text(await ask(database, signedIn(user), START.replace('as quiz', `->> 'run_id' as run`)), 'run');
  const answers = await database.query(
    `select a.question_id, a.correct_option from private.nemus_quiz_answers a
     join nemus_quiz_questions q on q.id = a.question_id order by q.position`,
  );
  for (const [index, { question_id, correct_option }] of answers.entries()) {
    const option = index < right ? Number(correct_option) : (Number(correct_option) + 1) % 3;
    await ask(database, signedIn(user), ANSWER, [run, question_id, String(option)]);
  }
}

export function learningTests(database: () => TestDatabase): void {
  it('opens one module after the other and counts the share of completed ones', async () => {
    const user = await signUp(database());
    const { title } = one(
      await database().query(`select title from nemus_learning_modules where id = '${MODULE}-einwilligung'`),
    );
    expect(title).toBe('Einwilligung');
    expect(await refusal(database(), signedIn(user), COMPLETE, [`${MODULE}-einwilligung`])).toMatchObject({
      hint: 'module_locked',
    });
    const steps = ['aufklaerung', 'einwilligung'];
    for (const step of steps) await ask(database(), signedIn(user), COMPLETE, [`${MODULE}-${step}`]);
    await ask(database(), signedIn(user), COMPLETE, [`${MODULE}-${steps[0]}`]);
    expect(
      await ask(database(), signedIn(user), 'select status, progress_percentage from nemus_learning_progress'),
    ).toEqual([{ status: 'in_progress', progress_percentage: 17 }]);
    expect(await refusal(database(), signedIn(user), COMPLETE, [`${MODULE}-behandlungsvertrag`])).toMatchObject({
      hint: 'module_locked',
    });
    expect(await refusal(database(), signedIn(user), COMPLETE, ['nichts'])).toMatchObject({ hint: 'module_not_found' });
  });

  it('asks for a finished quiz before the quiz counts as completed', async () => {
    const user = await signUp(database());
    const before = ['aufklaerung', 'einwilligung', 'schweigepflicht', 'dokumentation', 'grenzen-der-schweigepflicht'];
    for (const step of before) await ask(database(), signedIn(user), COMPLETE, [`${MODULE}-${step}`]);
    const quiz = `${MODULE}-quiz-berufsrecht`;
    expect(await refusal(database(), signedIn(user), COMPLETE, [quiz])).toMatchObject({ hint: 'quiz_not_finished' });
    await play(database(), user, 2);
    expect(one(await ask(database(), signedIn(user), COMPLETE, [quiz])).progress).toMatchObject({
      progress_percentage: 50,
    });
  });

  it('opens a premium course for who is enrolled in its seminar, and moves that enrolment', async () => {
    const user = await signUpInstitution(database());
    await giveCredits(database(), user, 500);
    const modules = ['grundlagen', 'stabilisierung', 'prolonged-exposure', 'cpt', 'emdr', 'abschluss'].map(
      (m) => `course-4-${m}`,
    );
    expect(await refusal(database(), signedIn(user), COMPLETE, [modules[0]])).toMatchObject({
      hint: 'premium_required',
    });
    await ask(
      database(),
      signedIn(user),
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       select $1::text::uuid, seminar_id, 'institution_credits', 'not_started' from nemus_learning_courses where id = 'course-4'`,
      [user],
    );
    const enrolment = 'select status, progress_percentage from nemus_course_enrollments';
    await ask(database(), signedIn(user), COMPLETE, [modules[0]]);
    expect(await ask(database(), signedIn(user), enrolment)).toEqual([
      { status: 'in_progress', progress_percentage: 17 },
    ]);
    for (const module of modules.slice(1)) await ask(database(), signedIn(user), COMPLETE, [module]);
    expect(await ask(database(), signedIn(user), enrolment)).toEqual([
      { status: 'completed', progress_percentage: 100 },
    ]);
  });

  it('grades one answer at a time, once, and ends with the last life', async () => {
    const user = await signUp(database());
    const run = text(await ask(database(), signedIn(user), START.replace('as quiz', `->> 'run_id' as run`)), 'run');
    const question = `${MODULE}-a-aufbewahrung`;
    const verdict = one(await ask(database(), signedIn(user), ANSWER, [run, question, '0'])).verdict;
    expect(verdict).toMatchObject({
      is_correct: false,
      correct_option: 2,
      lives_remaining: 2,
      score: 0,
      finished: false,
      chosen_option: 0,
    });
    // Sent again, since the confirmation was lost: the first answer counts, once.
    expect(one(await ask(database(), signedIn(user), ANSWER, [run, question, '2'])).verdict).toEqual(verdict);
    const stranger = await signUp(database());
    expect(await refusal(database(), signedIn(stranger), ANSWER, [run, question, '2'])).toMatchObject({
      hint: 'quiz_not_found',
    });
    expect(one(await ask(database(), signedIn(user), START)).quiz).toMatchObject({
      run_id: run,
      lives_remaining: 2,
      answers: [{ question_id: question, chosen_option: 0, is_correct: false }],
    });
    await ask(database(), signedIn(user), ANSWER, [run, `${MODULE}-a-schweigepflicht`, '0']);
    const last = one(await ask(database(), signedIn(user), ANSWER, [run, `${MODULE}-a-notstand`, '1'])).verdict;
    expect(last).toMatchObject({ lives_remaining: 0, finished: true });
    expect(one(await ask(database(), signedIn(user), ANSWER, [run, `${MODULE}-a-notstand`, '0'])).verdict).toEqual(
      last,
    );
    const next = text(await ask(database(), signedIn(user), START.replace('as quiz', `->> 'run_id' as run`)), 'run');
    expect(next).not.toBe(run);
  });

  it('saves the score that a finished run stands behind, once, with first name and initial', async () => {
    const user = await signUp(database(), { first: 'Lena', last: 'Öztürk' });
    expect(await refusal(database(), signedIn(user), SAVE, [user, '3', '100', '3'])).toMatchObject({
      hint: 'quiz_not_finished',
    });
    await play(database(), user, 2);
    expect(await refusal(database(), signedIn(user), SAVE, [user, '3', '100', '3'])).toMatchObject({
      hint: 'quiz_not_finished',
    });
    expect(await ask(database(), signedIn(user), SAVE, [user, '2', '67', '2'])).toEqual([
      { user_name: 'Lena Ö.', percentage: 67 },
    ]);
    expect(await refusal(database(), signedIn(user), SAVE, [user, '2', '67', '2'])).toMatchObject({
      hint: 'quiz_not_finished',
    });
  });

  it.each([
    ['a percentage that does not fit', ['3', '99', '3']],
    ['more points than questions', ['4', '133', '3']],
    ['lives that were not lost', ['1', '33', '3']],
    ['four lives', ['3', '100', '4']],
  ])('refuses %s', async (_what, values) => {
    const user = await signUp(database());
    const refused = await refusal(database(), signedIn(user), SAVE, [user, ...values]);
    expect(refused?.code).toBe('23514');
  });

  it('ranks people by their best run, the earlier first', async () => {
    await database().query('delete from nemus_quiz_scores');
    const [anna, ben, cem] = [
      await signUp(database(), { first: 'Anna', last: 'A' }),
      await signUp(database(), { first: 'Ben', last: 'B' }),
      await signUp(database(), { first: 'Cem', last: '' }),
    ];
    for (const [user, right, percentage] of [
      [anna, 1, '33'],
      [ben, 3, '100'],
      [anna, 3, '100'],
      [anna, 3, '100'],
      [cem, 2, '67'],
    ] as const) {
      await play(database(), user, right);
      await ask(database(), signedIn(user), SAVE, [user, String(right), percentage, String(right)]);
    }
    const board = await ask(
      database(),
      signedIn(anna),
      `select rank, user_name, percentage, is_own from nemus_leaderboard('${MODULE}', 'block-a')`,
    );
    expect(board).toEqual([
      { rank: 1, user_name: 'Ben B.', percentage: 100, is_own: false },
      { rank: 2, user_name: 'Anna A.', percentage: 100, is_own: true },
      { rank: 3, user_name: 'Cem', percentage: 67, is_own: false },
    ]);
    const specified = await ask(
      database(),
      signedIn(anna),
      `select user_name from nemus_quiz_scores where course_id = '${MODULE}' and block_id = 'block-a'
       order by percentage desc, completed_at limit 10`,
    );
    expect(specified).toHaveLength(5);
  });

  it('keeps the place in a block for every device of an account', async () => {
    const user = await signUp(database());
    const upsert = `insert into nemus_block_positions (user_id, course_id, block_id, step, video_seconds)
      values ($1::text::uuid, '${MODULE}', 'block-a', $2, 12.5)
      on conflict (user_id, course_id, block_id) do update set step = excluded.step`;
    for (const step of ['comic', 'video']) await ask(database(), signedIn(user), upsert, [user, step]);
    expect(await ask(database(), signedIn(user), 'select step from nemus_block_positions')).toEqual([
      { step: 'video' },
    ]);
  });
}
