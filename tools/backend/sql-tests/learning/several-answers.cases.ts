import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { Author, draftBlock, draftDocument, firstBlock, listOf, type Draft } from '../scenes/authoring';
import { ANSWER_QUESTION, START_QUIZ, startRun } from '../scenes/quiz';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const ANSWER_WITH = 'select nemus_answer_question($1::text::uuid, $2, null, $3::text::int[]) as verdict';
const OPTIONS = ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs'];

const question = (change: Draft): Draft => ({
  key: 'q',
  id: null,
  question: 'Welche?',
  options: OPTIONS,
  correct: [0, 4],
  explanation: 'Darum.',
  panel: null,
  ...change,
});

export function severalAnswersCases(database: () => TestDatabase): void {
  let author: Author;
  beforeAll(async () => {
    author = new Author(database(), await hireStaff(database(), ['catalogue']));
  });
  /** A published quiz of three such questions. */
  const quizOf = async (change: Draft = {}) => ({
    course: await author.publishNew(
      draftDocument({
        blocks: [draftBlock({ questions: [1, 2, 3].map((n) => question({ key: `q${n}`, ...change })) })],
      }),
    ),
    block: 'grundlagen',
  });
  const start = async (user: string, { course, block }: { course: string; block: string }) => {
    const quiz: unknown = one(await ask(database(), signedIn(user), START_QUIZ, [course, block])).quiz;
    const { run_id, questions } = Object(quiz);
    return { run: String(run_id), questions: questions.map((each: unknown) => Object(each)) };
  };
  const answer = async (user: string, run: string, id: string, chosen: readonly number[]) =>
    one(await ask(database(), signedIn(user), ANSWER_WITH, [run, id, `{${chosen.join()}}`])).verdict;
  /** Places of the right options, by their text. */
  const rightOf = ({ options }: { options: readonly string[] }) =>
    options.flatMap((option, place) => (['Eins', 'Fünf'].includes(option) ? [place] : []));

  it('is right with all right options and no other, in any order', async () => {
    const user = await signUp(database());
    const { run, questions } = await start(user, await quizOf());
    const [first, second, third] = questions;
    expect(first).toMatchObject({ is_multiple: true });
    expect(first.options.toSorted()).toEqual(OPTIONS.toSorted());
    const right = rightOf(first);
    expect(await answer(user, run, first.id, right.toReversed())).toMatchObject({
      is_correct: true,
      correct_options: right,
      chosen_options: right,
      score: 1,
      lives_remaining: 3,
    });
    expect(await answer(user, run, second.id, rightOf(second).slice(0, 1))).toMatchObject({
      is_correct: false,
      correct_options: rightOf(second),
      lives_remaining: 2,
    });
    expect(await answer(user, run, third.id, [0, 1, 2, 3, 4, 5])).toMatchObject({ is_correct: false, finished: true });
    // Sent again with the right options now: the first verdict stays.
    expect(await answer(user, run, second.id, rightOf(second))).toMatchObject({
      is_correct: false,
      chosen_options: rightOf(second).slice(0, 1),
      lives_remaining: 1,
    });
  });

  it.each(['{}', '{null}', '{-1}', '{6}', '{0,6}', '{0,1,2,3,4,5,6,7}'])('refuses %s as a choice', async (chosen) => {
    const user = await signUp(database());
    const { run, questions } = await start(user, await quizOf());
    expect(await refusal(database(), signedIn(user), ANSWER_WITH, [run, questions[0].id, chosen])).toMatchObject({
      hint: 'question_not_found',
    });
  });

  it('asks a question with two options, and counts only those', async () => {
    const user = await signUp(database());
    const { run, questions } = await start(user, await quizOf({ options: ['Ja', 'Nein'], correct: 1 }));
    const [first] = questions;
    expect(first).toMatchObject({ is_multiple: false });
    expect(await refusal(database(), signedIn(user), ANSWER_QUESTION, [run, first.id, '2'])).toMatchObject({
      hint: 'question_not_found',
    });
    const verdict = one(
      await ask(database(), signedIn(user), ANSWER_QUESTION, [run, first.id, String(first.options.indexOf('Nein'))]),
    ).verdict;
    expect(verdict).toMatchObject({ is_correct: true, correct_option: first.options.indexOf('Nein') });
  });

  it('continues a run with what was chosen', async () => {
    const user = await signUp(database());
    const place = await quizOf();
    const { run, questions } = await start(user, place);
    await answer(user, run, questions[0].id, [3, 1]);
    const { quiz } = one(await ask(database(), signedIn(user), START_QUIZ, [place.course, place.block]));
    expect(quiz).toMatchObject({ run_id: run, answers: [{ chosen_option: 1, chosen_options: [1, 3] }] });
  });

  it('keeps the verdict of an ended run when another answer is right later, and discards open ones', async () => {
    const place = await quizOf({ options: ['A', 'B', 'C'], correct: 0 });
    const [ended, open] = [await signUp(database()), await signUp(database())];
    const done = await startRun(database(), ended, place);
    for (const { id, right } of done.questions) {
      await ask(database(), signedIn(ended), ANSWER_QUESTION, [done.id, id, String(right)]);
    }
    const going = await startRun(database(), open, place);
    const { document } = await author.open(place.course);
    const block = firstBlock(document);
    const questions = listOf(block, 'questions').map((each) => ({
      ...each,
      options: ['A', 'B', 'C', 'D'],
      correct: [1, 3],
    }));
    await author.save(place.course, { ...document, blocks: [{ ...block, questions }] });
    await author.publish(place.course);
    const [first] = done.questions;
    const again = [done.id, first?.id ?? '', String(first?.right)];
    expect(one(await ask(database(), signedIn(ended), ANSWER_QUESTION, again)).verdict).toMatchObject({
      is_correct: true,
      chosen_option: first?.right,
      score: 3,
      finished: true,
    });
    const late = [going.id, going.questions[0]?.id ?? '', '0'];
    expect(await refusal(database(), signedIn(open), ANSWER_QUESTION, late)).toMatchObject({ hint: 'quiz_not_found' });
    expect((await start(open, place)).questions[0].options).toHaveLength(4);
  });

  it('discards an open run when an option is added and the right one stays', async () => {
    const place = await quizOf({ options: ['A', 'B', 'C'], correct: 0 });
    const user = await signUp(database());
    const { id } = await startRun(database(), user, place);
    const { document } = await author.open(place.course);
    const block = firstBlock(document);
    const questions = listOf(block, 'questions').map((each) => ({ ...each, options: ['A', 'B', 'C', 'D'] }));
    await author.save(place.course, { ...document, blocks: [{ ...block, questions }] });
    await author.publish(place.course);
    expect(await database().query('select 1 from nemus_quiz_runs where id = $1::text::uuid', [id])).toEqual([]);
  });

  it('is edited as it was published: one right option as a number, several as a list', async () => {
    const { course } = await quizOf();
    const written = (changed: Draft) =>
      database().query(
        `select q -> 'correct' as correct, q -> 'options' as options
       from jsonb_path_query((private.nemus_document_of($1)), '$.blocks[*].questions[0]') q`,
        [String(changed.course)],
      );
    expect(await written({ course })).toEqual([{ correct: [0, 4], options: OPTIONS }]);
    const single = await quizOf({ correct: [2] });
    expect(await written(single)).toMatchObject([{ correct: 2 }]);
  });

  it.each([
    ['one option', { options: ['Nur'], correct: 0 }, 'options_count'],
    ['seven options', { options: [...OPTIONS, 'Sieben'] }, 'options_count'],
    ['an empty option', { options: ['A', ' ', 'C'], correct: 0 }, 'options_count'],
    ['equal options', { options: ['A', ' A'], correct: 0 }, 'options_count'],
    ['no right option', { correct: [] }, 'no_right_answer'],
    ['a right option that it does not have', { options: ['A', 'B'], correct: [0, 2] }, 'no_right_answer'],
    ['words as the right option', { correct: 'alle' }, 'no_right_answer'],
    ['a list of words', { correct: [0, 'x'] }, 'no_right_answer'],
  ])('is not published with %s', async (_what, change, problem) => {
    const course = await author.create();
    await author.save(
      course,
      draftDocument({ blocks: [draftBlock({ questions: [1, 2, 3].map(() => question(change)) })] }),
    );
    expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual(
      expect.objectContaining({ place: 'blocks/1/questions/1', problem }),
    );
    await expect(author.publish(course)).rejects.toMatchObject({ hint: 'draft_incomplete' });
  });
}
