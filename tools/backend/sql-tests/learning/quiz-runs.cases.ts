import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addProbeCourse } from '../scenes/learning';
import {
  ANSWER_QUESTION,
  answerRun,
  BLOCK_A,
  playRun,
  saveScore,
  START_QUIZ,
  startRun,
  type Block,
} from '../scenes/quiz';
import { one } from '../scenes/rows';

/** What a start sends, with the texts of its options. */
interface Sent {
  readonly run_id: string;
  readonly questions: readonly { readonly id: string; readonly options: readonly string[] }[];
}

const sentTo = async (database: TestDatabase, user: string, { course, block }: Block): Promise<Sent> =>
  JSON.parse(JSON.stringify(one(await ask(database, signedIn(user), START_QUIZ, [course, block])).quiz));

const poolOf = async (database: TestDatabase, questions: number): Promise<Block> => {
  const { id } = await addProbeCourse(database, { questions });
  return { course: id, block: 'block-a' };
};

export function quizRunCases(database: () => TestDatabase): void {
  it('sends the questions of the run and nothing that says which option is right', async () => {
    const user = await signUp(database());
    const { quiz } = one(await ask(database(), signedIn(user), START_QUIZ, [BLOCK_A.course, BLOCK_A.block]));
    expect(quiz).toEqual({
      run_id: expect.any(String),
      total_questions: 3,
      score: 0,
      lives_remaining: 3,
      questions: Array.from({ length: 3 }, () => ({
        id: expect.any(String),
        question: expect.any(String),
        options: [expect.any(String), expect.any(String), expect.any(String)],
        is_multiple: false,
        comic_reference: expect.anything(),
      })),
      answers: [],
    });
  });

  it('draws questions and both orders again for every run', async () => {
    const block = await poolOf(database(), 4);
    const user = await signUp(database());
    const orders = new Set<string>();
    const firsts = new Set<string>();
    const shown = new Set<string>();
    for (let run = 0; run < 24; run += 1) {
      const { questions } = await sentTo(database(), user, block);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(3);
      orders.add(questions.map(({ id }) => id).join());
      firsts.add(String(questions[0]?.id));
      for (const { options } of questions) {
        expect(options.map((option) => option.split(' ')[0]).toSorted()).toEqual(['Drei', 'Eins', 'Zwei']);
        shown.add(options.map((option) => option.split(' ')[0]).join());
      }
      await playRun(database(), user, 3, block);
    }
    expect(orders.size).toBeGreaterThan(8);
    expect(firsts.size).toBeGreaterThan(1);
    expect(shown.size).toBe(6);
  });

  it('draws an order for each question by itself', async () => {
    const block = await poolOf(database(), 3);
    const user = await signUp(database());
    let mixed = 0;
    for (let run = 0; run < 12; run += 1) {
      const { questions } = await sentTo(database(), user, block);
      mixed += Number(new Set(questions.map(({ options }) => options.map((o) => o.split(' ')[0]).join())).size > 1);
      await playRun(database(), user, 3, block);
    }
    expect(mixed).toBeGreaterThan(6);
  });

  it('grades what was shown: the option is right whose text is', async () => {
    const block = await poolOf(database(), 9);
    const rights = new Map(
      (
        await database().query(
          `select q.id, q.options[1 + a.correct_option] as right from nemus_quiz_questions q
           join private.nemus_quiz_answers a on a.question_id = q.id where q.course_id = $1`,
          [block.course],
        )
      ).map(({ id, right }) => [String(id), String(right)]),
    );
    const user = await signUp(database());
    const told = new Set<boolean>();
    for (let run = 0; run < 10; run += 1) {
      const { run_id, questions } = await sentTo(database(), user, block);
      for (const [index, { id, options }] of questions.entries()) {
        const option = (run + index) % 3;
        const { verdict } = one(await ask(database(), signedIn(user), ANSWER_QUESTION, [run_id, id, String(option)]));
        const isRight = options[option] === rights.get(id);
        told.add(isRight);
        expect(verdict).toMatchObject({
          is_correct: isRight,
          correct_option: options.findIndex((text) => text === rights.get(id)),
          chosen_option: option,
        });
      }
    }
    expect(told).toEqual(new Set([true, false]));
  });

  it('continues an interrupted run in its orders, and lets no account delete it', async () => {
    const block = await poolOf(database(), 9);
    const user = await signUp(database());
    const first = await sentTo(database(), user, block);
    const question = String(first.questions[0]?.id);
    await ask(database(), signedIn(user), ANSWER_QUESTION, [first.run_id, question, '0']);
    // Days later, too.
    await database().query(
      `update nemus_quiz_runs set created_at = now() - interval '9 days' where id = $1::text::uuid`,
      [first.run_id],
    );
    const again = await sentTo(database(), user, block);
    expect(again).toMatchObject({ run_id: first.run_id, questions: first.questions });
    expect(again).toMatchObject({ answers: [{ question_id: question, chosen_option: 0 }] });
    for (const statement of ['delete from nemus_quiz_runs', `update nemus_quiz_runs set finished_at = now()`]) {
      expect(await refusal(database(), signedIn(user), statement)).toMatchObject({ code: '42501' });
    }
  });

  it('asks first what the account was not asked yet, so that lost runs teach nothing about the next', async () => {
    const block = await poolOf(database(), 9);
    const user = await signUp(database());
    const asked = new Set<string>();
    for (let run = 0; run < 3; run += 1) {
      const { questions } = await startRun(database(), user, block);
      for (const { id } of questions) {
        expect(asked).not.toContain(id);
        asked.add(id);
      }
      await playRun(database(), user, 0, block);
    }
    expect(asked.size).toBe(9);
  });

  it('answers only what its own run asks', async () => {
    const block = await poolOf(database(), 4);
    const [user, stranger] = [await signUp(database()), await signUp(database())];
    const { id, questions } = await startRun(database(), user, block);
    const other = await startRun(database(), stranger, block);
    const foreign = await refusal(database(), signedIn(stranger), ANSWER_QUESTION, [id, questions[0]?.id, '0']);
    expect(foreign).toMatchObject({ hint: 'quiz_not_found' });
    const pool = await database().query('select id from nemus_quiz_questions where course_id = $1 and block_id = $2', [
      block.course,
      block.block,
    ]);
    const drawn = new Set(questions.map((question) => question.id));
    const left = pool.map((row) => String(row.id)).filter((question) => !drawn.has(question));
    for (const [question, option] of [
      [left[0], '0'],
      [`${BLOCK_A.course}-a-notstand`, '0'],
      [questions[0]?.id, '3'],
      [questions[0]?.id, '-1'],
      [questions[0]?.id, null],
    ]) {
      expect(await refusal(database(), signedIn(user), ANSWER_QUESTION, [id, question, option])).toMatchObject({
        hint: 'question_not_found',
      });
    }
    expect(other.id).not.toBe(id);
  });

  it('grades one answer at a time, once, and ends with the last life', async () => {
    const user = await signUp(database());
    const run = await startRun(database(), user);
    const [first, second, third] = run.questions;
    if (!first || !second || !third) throw new Error('A run asks three questions.');
    const answer = async (question: typeof first, shift: number) =>
      one(
        await ask(database(), signedIn(user), ANSWER_QUESTION, [
          run.id,
          question.id,
          String((question.right + shift) % 3),
        ]),
      ).verdict;
    const verdict = await answer(first, 1);
    expect(verdict).toMatchObject({ is_correct: false, lives_remaining: 2, score: 0, finished: false });
    // Sent again, since the confirmation was lost: the first answer counts, once.
    expect(await answer(first, 0)).toEqual(verdict);
    await answer(second, 1);
    const last = await answer(third, 2);
    expect(last).toMatchObject({ lives_remaining: 0, finished: true });
    expect(await answer(third, 0)).toEqual(last);
    expect((await startRun(database(), user)).id).not.toBe(run.id);
  });

  it('starts again when a question of the open run was removed from the quiz', async () => {
    const block = await poolOf(database(), 6);
    const user = await signUp(database());
    const { id, questions } = await startRun(database(), user, block);
    await database().query('delete from nemus_quiz_questions where id = $1', [questions[0]?.id]);
    const next = await startRun(database(), user, block);
    expect(next.id).not.toBe(id);
    expect(next.questions).toHaveLength(3);
    expect(await answerRun(database(), user, next, 3)).toMatchObject({ finished: true, score: 3 });
  });

  it('asks all questions of a smaller block, and none that has no answer', async () => {
    const block = await poolOf(database(), 4);
    await database().query('delete from private.nemus_quiz_answers where question_id in ($1, $2)', [
      `${block.course}-block-a-1`,
      `${block.course}-block-a-2`,
    ]);
    const user = await signUp(database());
    const run = await startRun(database(), user, block);
    expect(run.questions).toHaveLength(2);
    expect(await answerRun(database(), user, run, 1)).toMatchObject({ finished: true, score: 1, lives_remaining: 2 });
  });

  it('saves the score of a finished run once, with first name and initial', async () => {
    const user = await signUp(database(), { first: 'Lena', last: 'Öztürk' });
    const refused = async (right: number) => {
      await expect(saveScore(database(), user, right)).rejects.toMatchObject({ hint: 'quiz_not_finished' });
    };
    await refused(3);
    await playRun(database(), user, 2);
    await refused(3);
    expect(await saveScore(database(), user, 2)).toEqual([{ user_name: 'Lena Ö.', percentage: 67 }]);
    await refused(2);
  });

  it.each([
    ['a percentage that does not fit', ['3', '99', '3']],
    ['more points than questions', ['4', '133', '3']],
    ['lives that were not lost', ['1', '33', '3']],
    ['four lives', ['3', '100', '4']],
  ])('refuses %s', async (_what, values) => {
    const user = await signUp(database());
    const save = `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage,
      lives_remaining) values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', $2::text::int, 3, $3::text::int, $4::text::int)`;
    const refused = await refusal(database(), signedIn(user), save, [user, ...values]);
    expect(refused?.code).toBe('23514');
  });
}
