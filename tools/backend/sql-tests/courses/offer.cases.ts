import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { CREATE_ORDER, orderArguments } from '../scenes/checkouts';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';

const LISTED = 'select id from nemus_learning_courses where id = $1';
const CATALOGUE = 'select id from nemus_courses where id = $1::text::uuid';

// The course is looked up before the trainees.

/** What takes the content from a course; $1 is the course. */
const GAPS: readonly (readonly [string, string])[] = [
  ['no block', 'delete from nemus_learning_blocks where course_id = $1'],
  ['no open block', 'update nemus_learning_blocks set is_open = false where course_id = $1'],
  ['no modules in its open block', `delete from nemus_learning_modules where course_id = $1 and block_id = 'block-a'`],
  ['a module without a text', `delete from nemus_learning_contents where module_id = $1 || '-a2'`],
  ['a module with an empty text', `update nemus_learning_contents set content = ' ' where module_id = $1 || '-a2'`],
  [
    'a quiz of two questions',
    `delete from nemus_quiz_questions where course_id = $1 and block_id = 'block-a' and position > 2`,
  ],
  [
    'a quiz without answers',
    `delete from private.nemus_quiz_answers where question_id like $1 || '-block-a%' and correct_option < 2`,
  ],
];

export function contentCases(database: () => TestDatabase): void {
  it('of the seed: every offered course has an open block with modules to read, and quizzes to draw from', async () => {
    const trainee = signedIn(await signUp(database()));
    const courses = await ask(
      database(),
      trainee,
      `select id from nemus_learning_courses where id not like 'probe-%' order by position`,
    );
    expect(courses.map(({ id }) => id)).toEqual([
      'course-1',
      'rechtliche-grundlagen',
      'course-3',
      'course-4',
      'course-5',
      'course-6',
    ]);
    const modules = await database().query(
      `select m.id, m.type, cardinality(regexp_split_to_array(coalesce(c.content, ''), '\\s+')) as words,
         (select count(*)::int from nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
          where q.course_id = m.course_id and q.block_id = m.block_id) as questions
       from nemus_learning_modules m
       join nemus_learning_blocks b on b.course_id = m.course_id and b.id = m.block_id and b.is_open
       left join nemus_learning_contents c on c.module_id = m.id
       where m.course_id not like 'probe-%'`,
    );
    const quizzes = modules.filter(({ type }) => type === 'quiz');
    const texts = modules.filter(({ type }) => type !== 'quiz');
    expect(quizzes).toHaveLength(courses.length);
    expect(quizzes.filter(({ questions }) => Number(questions) < 9)).toEqual([]);
    expect(texts).toHaveLength(28);
    expect(texts.filter(({ words }) => Number(words) < 200)).toEqual([]);
  });

  it('of the seed: the blocks of a course make up its units, and its quiz stands at the end of its block', async () => {
    const rows = await database().query(
      `select c.id, c.units, sum(b.units)::int as blocks from nemus_learning_courses c
       join nemus_learning_blocks b on b.course_id = c.id where c.id not like 'probe-%' group by c.id`,
    );
    expect(rows.filter(({ units, blocks }) => units !== blocks)).toEqual([]);
    const early = await database().query(
      `select m.id from nemus_learning_modules m where m.type = 'quiz' and m.course_id not like 'probe-%' and exists (
         select from nemus_learning_modules later where later.course_id = m.course_id
           and later.block_id = m.block_id and later.position > m.position)`,
    );
    expect(early).toEqual([]);
  });

  it('makes a course appear, and its seminar buyable', async () => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 100);
    expect(await ask(database(), signedIn(institution), LISTED, [id])).toHaveLength(1);
    expect(await ask(database(), signedIn(institution), CATALOGUE, [seminar])).toHaveLength(1);
    expect(await refusal(database(), signedIn(institution), ENROL_WITH_CREDITS, [institution, seminar])).toBeNull();
  });

  it.each(GAPS)('is missing with %s: neither listed nor for sale', async (_what, takeAway) => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 100);
    await database().query(takeAway, [id]);
    const caller = signedIn(institution);
    expect(await ask(database(), caller, LISTED, [id])).toEqual([]);
    expect(await ask(database(), caller, CATALOGUE, [seminar])).toEqual([]);
    expect(await refusal(database(), caller, ENROL_WITH_CREDITS, [institution, seminar])).toMatchObject({
      hint: 'course_not_found',
    });
    expect(await refusal(database(), caller, BOOK_FOR_ONE, [seminar, institution])).toMatchObject({
      hint: 'course_not_found',
    });
    expect(
      await refusal(
        database(),
        SERVICE,
        CREATE_ORDER,
        orderArguments(institution, { kind: 'course', course: seminar }),
      ),
    ).toMatchObject({ hint: 'course_not_found' });
  });

  it('is asked of no seminar whose course is free, and of none that is owned', async () => {
    const free = await addProbeCourse(database());
    const owned = await addProbeCourse(database(), { premium: true });
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 100);
    const caller = signedIn(institution);
    await ask(database(), caller, ENROL_WITH_CREDITS, [institution, owned.seminar]);
    for (const { id } of [free, owned]) {
      await database().query('delete from nemus_learning_blocks where course_id = $1', [id]);
    }
    expect(await ask(database(), caller, CATALOGUE, [free.seminar])).toHaveLength(1);
    expect(await ask(database(), caller, CATALOGUE, [owned.seminar])).toHaveLength(1);
  });
}
