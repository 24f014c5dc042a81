import { z } from 'zod';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { Author, draftBlock, draftDocument, draftModule, firstBlock, listOf, type Draft } from '../scenes/authoring';
import { BOOK_FOR_ONE, CANCEL_PLACES } from '../scenes/bookings';
import { addSeminar } from '../scenes/courses';
import { enrol, enrolmentOf, signUpEnrolled } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse, COMPLETE_MODULE } from '../scenes/learning';
import { ANSWER_QUESTION, playRun, startRun } from '../scenes/quiz';
import { text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

const linksSchema = z.array(
  z.object({
    id: z.string(),
    is_published: z.boolean(),
    published_here: z.boolean(),
    drafted_here: z.boolean(),
    elsewhere: z.string().nullable(),
  }),
);
const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

const MODULES = 'select id from nemus_learning_modules where course_id = $1 order by position';

/** A complete draft after a change of it. */
const GAPS: readonly (readonly [string, Draft, object])[] = [
  ['a title', { title: ' ' }, { place: '', field: 'title', problem: 'missing' }],
  ['a competency', { competency: 'zauberei' }, { place: '', field: 'competency', problem: 'missing' }],
  ['units', { units: 'viele' }, { place: '', field: 'units', problem: 'missing' }],
  ['blocks that are none', { blocks: 'viele' }, { place: '', field: 'blocks', problem: 'no_open_block' }],
  [
    'an open block',
    { blocks: [draftBlock({ is_open: false })] },
    { place: '', field: 'blocks', problem: 'no_open_block' },
  ],
  [
    'modules',
    { blocks: [draftBlock({ modules: [], questions: [] })] },
    { place: 'blocks/1', field: 'modules', problem: 'no_modules' },
  ],
  [
    'a text',
    { blocks: [draftBlock({ modules: [draftModule('Leer', { text: ' ' })], questions: [] })] },
    { place: 'blocks/1/modules/1', field: 'text', problem: 'missing' },
  ],
  [
    'a text that fits',
    { blocks: [draftBlock({ modules: [draftModule('Lang', { text: 'x'.repeat(20_001) })], questions: [] })] },
    { place: 'blocks/1/modules/1', field: 'text', problem: 'too_long' },
  ],
  [
    'questions',
    { blocks: [draftBlock({ questions: [] })] },
    { place: 'blocks/1', field: 'questions', problem: 'few_questions' },
  ],
  [
    'a right answer',
    { blocks: [draftBlock({ questions: [{ question: 'Was?', options: ['a', 'b', 'c'], correct: null }] })] },
    { place: 'blocks/1/questions/1', field: 'correct', problem: 'no_right_answer' },
  ],
  [
    'different options',
    { blocks: [draftBlock({ questions: [{ question: 'Was?', options: ['a', 'b', 'b'], correct: 0 }] })] },
    { place: 'blocks/1/questions/1', field: 'options', problem: 'options_count' },
  ],
  ['a seminar', { is_premium: true }, { place: '', field: 'seminar_id', problem: 'premium_needs_seminar' }],
  [
    'a file that is there',
    {
      blocks: [
        draftBlock({
          modules: [draftModule('Bild', { panels: [{ media: '00000000-0000-4000-8000-000000000001' }] })],
          questions: [],
        }),
      ],
    },
    { place: 'blocks/1/modules/1/panels/1', field: 'media', problem: 'unknown_media' },
  ],
  [
    'what a picture shows',
    { blocks: [draftBlock({ modules: [draftModule('Bild', { panels: [{ media: 'x' }] })], questions: [] })] },
    { place: 'blocks/1/modules/1/panels/1', field: 'alternative', problem: 'no_alternative' },
  ],
];

export function authoringCases(database: () => TestDatabase): void {
  const hire = async () => new Author(database(), await hireStaff(database(), ['catalogue']));
  const modulesOf = async (course: string) => (await database().query(MODULES, [course])).map(({ id }) => String(id));

  it('makes a course that a trainee walks from its first module to the certificate', async () => {
    const author = await hire();
    const course = await author.publishNew();
    expect(course).toMatch(/^probe-pruefung(-\d+)?$/);
    const trainee = await signUp(database());
    const modules = await modulesOf(course);
    expect(modules).toEqual(['erster-teil', 'zweiter-teil', 'quiz'].map((name) => `${course}-${name}`));
    for (const module of modules.slice(0, 2)) await ask(database(), signedIn(trainee), COMPLETE_MODULE, [module]);
    await playRun(database(), trainee, 3, { course, block: 'grundlagen' });
    await ask(database(), signedIn(trainee), COMPLETE_MODULE, [modules[2] ?? '']);
    const certificates = 'select title, units from nemus_certificates where course_id = $1';
    expect(await ask(database(), signedIn(trainee), certificates, [course])).toEqual([
      { title: 'Probe & Prüfung', units: 4 },
    ]);
  });

  it.each(GAPS)('publishes nothing that lacks %s, and says where', async (_what, change, gap) => {
    const author = await hire();
    const course = await author.create();
    await author.save(course, draftDocument(change));
    expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual({ ...gap, is_warning: false });
    const { revision } = await author.open(course);
    const publish = 'select nemus_publish_learning_course($1, $2::text::int)';
    expect(await refusal(database(), signedIn(author.staff), publish, [course, String(revision)])).toMatchObject({
      hint: 'draft_incomplete',
    });
    expect(await modulesOf(course)).toEqual([]);
  });

  it('refuses to save or publish over another author’s newer change', async () => {
    const author = await hire();
    const course = await author.create();
    const { revision } = await author.open(course);
    await author.save(course, draftDocument());
    const stale = [course, String(revision)];
    for (const [statement, values] of [
      ['select nemus_save_learning_draft($1, $2::text::int, $3::text::jsonb)', [...stale, '{}']],
      ['select nemus_publish_learning_course($1, $2::text::int)', stale],
      ['select nemus_discard_learning_draft($1, $2::text::int)', stale],
    ] as const) {
      expect(await refusal(database(), signedIn(author.staff), statement, values)).toMatchObject({
        hint: 'draft_changed',
      });
    }
  });

  it('shows learners nothing of a draft, before and after it was published', async () => {
    const author = await hire();
    const course = await author.publishNew();
    await author.save(course, { ...(await author.open(course)).document, title: 'Noch nicht fertig' });
    const trainee = signedIn(await signUp(database()));
    for (const statement of [
      'select document::text from nemus_learning_drafts where course_id = $1',
      'select document::text from nemus_learning_versions where course_id = $1',
    ]) {
      expect(await ask(database(), trainee, statement, [course])).toEqual([]);
    }
    const title = 'select title from nemus_learning_courses where id = $1';
    expect(await ask(database(), trainee, title, [course])).toEqual([{ title: 'Probe & Prüfung' }]);
    expect(await refusal(database(), trainee, 'select nemus_open_learning_draft($1)', [course])).toMatchObject({
      hint: 'staff_required',
    });
  });

  it('keeps progress, and "completed" of those who had it, whatever the next version adds, moves or takes out', async () => {
    const author = await hire();
    const course = await author.publishNew();
    const [first = '', second = '', quiz = ''] = await modulesOf(course);
    const [done, halfway] = [await signUp(database()), await signUp(database())];
    for (const module of [first, second]) await ask(database(), signedIn(done), COMPLETE_MODULE, [module]);
    await playRun(database(), done, 3, { course, block: 'grundlagen' });
    await ask(database(), signedIn(done), COMPLETE_MODULE, [quiz]);
    await ask(database(), signedIn(halfway), COMPLETE_MODULE, [first]);

    const { document } = await author.open(course);
    const block = firstBlock(document);
    const [one, , last] = listOf(block, 'modules');
    const added = draftModule('Neu');
    const moved = { ...block, title: 'Umbenannt', modules: [added, { ...one, title: 'Anders' }, last] };
    await author.save(course, { ...document, blocks: [moved, draftBlock({ title: 'Zweiter Block', is_open: false })] });
    await author.publish(course);

    expect((await modulesOf(course)).slice(0, 3)).toEqual([`${course}-neu`, first, quiz]);
    const standing = 'select status, progress_percentage from nemus_learning_progress where course_id = $1';
    expect(await ask(database(), signedIn(done), standing, [course])).toEqual([
      { status: 'completed', progress_percentage: 100 },
    ]);
    // One of six modules; the removed one counts for no account.
    expect(await ask(database(), signedIn(halfway), standing, [course])).toEqual([
      { status: 'in_progress', progress_percentage: 17 },
    ]);
    // Later recounts change nothing of it.
    await database().query('update nemus_module_progress set is_sample = is_sample where user_id = $1::text::uuid', [
      done,
    ]);
    expect(await ask(database(), signedIn(done), standing, [course])).toMatchObject([{ status: 'completed' }]);
    expect((await author.open(course)).version).toBe(2);
  });

  it('completes the course of accounts that have all others when the missing module is removed', async () => {
    const author = await hire();
    const course = await author.publishNew(
      draftDocument({ blocks: [draftBlock({ modules: [draftModule('A'), draftModule('B')], questions: [] })] }),
    );
    const [first = ''] = await modulesOf(course);
    const trainee = await signUp(database());
    await ask(database(), signedIn(trainee), COMPLETE_MODULE, [first]);
    const { document } = await author.open(course);
    const block = firstBlock(document);
    await author.save(course, { ...document, blocks: [{ ...block, modules: listOf(block, 'modules').slice(0, 1) }] });
    await author.publish(course);
    const certificates = 'select course_id from nemus_certificates where course_id = $1';
    expect(await ask(database(), signedIn(trainee), certificates, [course])).toHaveLength(1);
  });

  it('certifies no premium course to who lost its seminar, until the person has it again', async () => {
    const author = await hire();
    const seminar = await addSeminar(database());
    const course = await author.publishNew(
      draftDocument({
        is_premium: true,
        seminar_id: seminar,
        blocks: [draftBlock({ modules: [draftModule('A'), draftModule('B')], questions: [] })],
      }),
    );
    const [first = ''] = await modulesOf(course);
    const [gone, stays] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    for (const user of [gone, stays]) await ask(database(), signedIn(user), COMPLETE_MODULE, [first]);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [gone]);
    const { document } = await author.open(course);
    const block = firstBlock(document);
    await author.save(course, { ...document, blocks: [{ ...block, modules: listOf(block, 'modules').slice(0, 1) }] });
    await author.publish(course);
    const issued = async (user: string) =>
      (await ask(database(), signedIn(user), 'select id from nemus_certificates where course_id = $1', [course]))
        .length;
    expect([await issued(gone), await issued(stays)]).toEqual([0, 1]);
    await enrol(database(), gone, seminar);
    expect(await issued(gone)).toBe(1);
    expect(await enrolmentOf(database(), gone, seminar)).toEqual(await enrolmentOf(database(), stays, seminar));
  });

  it.each([
    ['is on offer', true, 'completed', true],
    ['an enrolled person has not completed', false, 'in_progress', true],
    ['no one needs any more', false, 'completed', false],
  ] as const)('leaves the seminar of a course that %s: %s, %s', async (_what, offered, status, refused) => {
    const author = await hire();
    const [seminar, other] = [await addSeminar(database()), await addSeminar(database())];
    const course = await author.publishNew(draftDocument({ is_premium: true, seminar_id: seminar }));
    const user = await signUpEnrolled(database(), seminar);
    await database().query(
      `update nemus_course_enrollments set status = $2, progress_percentage = case $2 when 'completed' then 100 else 20 end
       where user_id = $1::text::uuid`,
      [user, status],
    );
    await database().query('update nemus_courses set is_active = $2::text::boolean where id = $1::text::uuid', [
      seminar,
      String(offered),
    ]);
    const gap = { place: '', field: 'seminar_id', problem: 'seminar_needed', is_warning: false };
    for (const change of [
      { seminar_id: other, is_premium: true },
      { seminar_id: null, is_premium: false },
    ]) {
      await author.save(course, { ...(await author.open(course)).document, ...change });
      const found = await author.call('nemus_check_learning_draft($1)', [course]);
      if (refused) expect(found).toContainEqual(gap);
      else expect(found).toEqual([]);
    }
    if (!refused) return await author.publish(course);
    await expect(author.publish(course)).rejects.toMatchObject({ hint: 'draft_incomplete' });
  });

  it('closes no block with modules that an enrolled person still needs, nor moves them to a closed one', async () => {
    const author = await hire();
    const seminar = await addSeminar(database());
    const course = await author.publishNew(
      draftDocument({ seminar_id: seminar, blocks: [draftBlock(), draftBlock({ title: 'Zweiter', is_open: false })] }),
    );
    const { document } = await author.open(course);
    const [open = {}, shut = {}] = listOf(document, 'blocks');
    const extra = draftBlock({ title: 'Dritter' });
    const check = async (blocks: readonly object[]) => {
      await author.save(course, { ...document, blocks });
      return author.call('nemus_check_learning_draft($1)', [course]);
    };
    const needed = (place: string) =>
      expect.arrayContaining([{ place, field: 'is_open', problem: 'block_needed', is_warning: false }]);
    const closed = [{ ...open, is_open: false }, extra];
    const moved = [{ ...shut, modules: listOf(open, 'modules') }, extra];
    expect(await check(closed)).not.toEqual(needed('blocks/1'));
    const user = await signUpEnrolled(database(), seminar);
    expect(await check(closed)).toEqual(needed('blocks/1'));
    // Nor may a free course leave the seminar of that person.
    await author.save(course, { ...document, seminar_id: null });
    expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual(
      expect.objectContaining({ field: 'seminar_id', problem: 'seminar_needed' }),
    );
    expect(await check(moved)).toEqual(needed('blocks/1'));
    // One that was closed when they bought may stay closed; a new one would keep them from finishing.
    expect(await check([open, shut])).not.toEqual(needed('blocks/2'));
    expect(await check([open, shut, { ...extra, is_open: false }])).toEqual(needed('blocks/3'));
    expect(await check([{ ...open, is_open: false, modules: [draftModule('Neu')] }, extra])).toEqual(
      needed('blocks/1'),
    );
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100 where user_id = $1::text::uuid`,
      [user],
    );
    expect(await check(closed)).not.toEqual(needed('blocks/1'));
  });

  it('ties no free course with a closed block to a seminar of people who have not finished it', async () => {
    const author = await hire();
    const seminar = await addSeminar(database());
    const course = await author.publishNew(
      draftDocument({ blocks: [draftBlock(), draftBlock({ title: 'Zweiter', is_open: false })] }),
    );
    const tied = { ...(await author.open(course)).document, seminar_id: seminar };
    await author.save(course, tied);
    const gap = { place: 'blocks/2', field: 'is_open', problem: 'block_needed', is_warning: false };
    expect(await author.call('nemus_check_learning_draft($1)', [course])).not.toContainEqual(gap);
    await signUpEnrolled(database(), seminar);
    expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual(gap);
    await expect(author.publish(course)).rejects.toMatchObject({ hint: 'draft_incomplete' });
  });

  it('people who finished stay at 100 % with a new closed block, also in a seminar that the course comes to later', async () => {
    const author = await hire();
    const course = await author.publishNew();
    const seminar = await addSeminar(database());
    await database().query('update nemus_courses set has_dates = false where id = $1::text::uuid', [seminar]);
    const user = await signUpEnrolled(database(), seminar);
    await database().query(
      `insert into nemus_module_progress (user_id, module_id)
       select $1::text::uuid, m.id from nemus_learning_modules m where m.course_id = $2`,
      [user, course],
    );
    const state = () =>
      database().query(
        `select p.status, p.progress_percentage as done, e.status as seminar, e.progress_percentage as seminar_done,
           (select count(*)::int from nemus_certificates z where z.user_id = p.user_id and private.nemus_revoked_at(z.id) is null) as papers
         from nemus_learning_progress p join nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = $2::text::uuid
         where p.user_id = $1::text::uuid`,
        [user, seminar],
      );
    expect(await state()).toMatchObject([{ status: 'completed', done: 100, seminar: 'not_started' }]);
    const [{ papers }] = (await state()) as [{ papers: number }];
    const write = async (change: object) => {
      await author.save(course, { ...(await author.open(course)).document, ...change });
      await author.publish(course);
    };
    await write({ seminar_id: seminar });
    expect(await state()).toMatchObject([{ status: 'completed', done: 100, seminar: 'completed', seminar_done: 100 }]);
    const { document } = await author.open(course);
    await write({ blocks: [...listOf(document, 'blocks'), draftBlock({ title: 'Später', is_open: false })] });
    const [after] = await state();
    expect(after).toMatchObject({ status: 'completed', done: 100, seminar: 'completed', seminar_done: 100 });
    expect(Number(after?.['papers'])).toBeGreaterThanOrEqual(papers);
  });

  it('throws an open run away when the right answer of its question moved, and no other', async () => {
    const author = await hire();
    const course = await author.publishNew();
    const place = { course, block: 'grundlagen' };
    const trainee = await signUp(database());
    const run = await startRun(database(), trainee, place);
    const change = async (correct: number, words: string) => {
      const { document } = await author.open(course);
      const block = firstBlock(document);
      const questions = listOf(block, 'questions').map((asked) => ({ ...asked, correct, question: words }));
      await author.save(course, { ...document, blocks: [{ ...block, questions }] });
      await author.publish(course);
    };
    const open = () => database().query('select id from nemus_quiz_runs where id = $1::text::uuid', [run.id]);
    await change(1, 'Besser gefragt?');
    expect(await open()).toHaveLength(1);
    await change(2, 'Besser gefragt?');
    expect(await open()).toEqual([]);
    const answer = [run.id, run.questions[0]?.id ?? '', '0'];
    expect(await refusal(database(), signedIn(trainee), ANSWER_QUESTION, answer)).toMatchObject({
      hint: 'quiz_not_found',
    });
  });

  it('takes no module of another course, whatever id a draft names', async () => {
    const author = await hire();
    const other = await addProbeCourse(database());
    const stolen = draftModule('Geraubt', { id: `${other.id}-a1` });
    const course = await author.publishNew(
      draftDocument({ blocks: [draftBlock({ modules: [stolen, { ...stolen }], questions: [] })] }),
    );
    expect(await modulesOf(course)).toEqual([`${course}-geraubt`, `${course}-geraubt-2`]);
    expect(await modulesOf(other.id)).toHaveLength(5);
  });

  it('opens a course that was never a draft as it stands, and publishes it unchanged', async () => {
    const author = await hire();
    const { id } = await addProbeCourse(database(), { premium: true });
    await author.call('nemus_open_learning_draft($1)', [id]);
    const rows = `select m.*, c.content from nemus_learning_modules m
      join nemus_learning_contents c on c.module_id = m.id where m.course_id = $1 order by m.position`;
    const withoutTime = async () => (await database().query(rows, [id])).map(({ updated_at: _at, ...row }) => row);
    const before = await withoutTime();
    await author.publish(id);
    expect(await withoutTime()).toEqual(before);
  });

  it('keeps the course of a seminar while a paid place waits for its person', async () => {
    const author = await hire();
    const seminar = await addSeminar(database());
    const course = await author.publishNew(draftDocument({ is_premium: true, seminar_id: seminar }));
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const trainee = await addTrainee(database(), institution);
    const booking = text(await ask(database(), signedIn(institution), BOOK_FOR_ONE, [seminar, trainee]), 'id');
    await database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [seminar]);
    const retire = 'select nemus_retire_learning_course($1)';
    expect(await refusal(database(), signedIn(author.staff), retire, [course])).toMatchObject({
      hint: 'learning_course_needed',
    });
    await author.save(course, { ...(await author.open(course)).document, seminar_id: null, is_premium: false });
    expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual(
      expect.objectContaining({ field: 'seminar_id', problem: 'seminar_needed' }),
    );
    await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    await author.call('nemus_retire_learning_course($1)', [course]);
  });

  it('retires a course that is no longer needed, and publishing brings it back', async () => {
    const author = await hire();
    const needed = await addProbeCourse(database(), { premium: true });
    const retire = 'select nemus_retire_learning_course($1)';
    expect(await refusal(database(), signedIn(author.staff), retire, [needed.id])).toMatchObject({
      hint: 'learning_course_needed',
    });
    const course = await author.publishNew();
    const listed = 'select id from nemus_learning_courses where id = $1';
    const trainee = signedIn(await signUp(database()));
    await author.call('nemus_retire_learning_course($1)', [course]);
    expect(await ask(database(), trainee, listed, [course])).toEqual([]);
    await author.publish(course);
    expect(await ask(database(), trainee, listed, [course])).toHaveLength(1);
  });

  it('tells a seminar which courses belong to it, in the draft and as published', async () => {
    const author = await hire();
    const { seminar, id: taken } = await addProbeCourse(database());
    const { seminar: other } = await addProbeCourse(database());
    await database().query(`update nemus_learning_courses set seminar_id = null where id = $1`, [taken]);
    const course = await author.publishNew();
    const seen = async () =>
      linksSchema
        .parse(await author.call('nemus_seminar_learning($1::text::uuid)', [seminar]))
        .filter(({ id }) => id === course || id === taken);
    const link = (change: object) => ({
      id: course,
      is_published: true,
      published_here: false,
      drafted_here: false,
      elsewhere: null,
      ...change,
    });
    const assign = async (to: string | null) => author.save(course, draftDocument({ seminar_id: to }));
    expect((await seen()).toSorted(byId)).toEqual([link({ id: taken }), link({})].toSorted(byId));
    await assign(seminar);
    expect(await seen()).toContainEqual(link({ drafted_here: true }));
    await author.publish(course);
    expect(await seen()).toContainEqual(link({ published_here: true, drafted_here: true }));
    await assign(other);
    expect(await seen()).toContainEqual(link({ published_here: true, elsewhere: 'Probe' }));
    // No account needs it any more.
    await assign(null);
    await author.publish(course);
    await author.call('nemus_retire_learning_course($1)', [course]);
    expect((await seen()).map(({ id }) => id)).toEqual([taken]);
  });

  it('is for staff of the catalogue alone', async () => {
    const teaching = signedIn(await hireStaff(database(), ['teaching', 'orders', 'people']));
    for (const statement of [
      `select nemus_create_learning_course('X')`,
      `select nemus_open_learning_draft('rechtliche-grundlagen')`,
      `select nemus_save_learning_draft('rechtliche-grundlagen', 1, '{}')`,
      `select nemus_check_learning_draft('rechtliche-grundlagen')`,
      `select nemus_publish_learning_course('rechtliche-grundlagen', 1)`,
      `select nemus_discard_learning_draft('rechtliche-grundlagen', 1)`,
      `select nemus_retire_learning_course('rechtliche-grundlagen')`,
      `select nemus_begin_upload('rechtliche-grundlagen', 'picture', 'image/png', 1, 'x')`,
      `select nemus_learning_desk()`,
      `select nemus_seminar_learning('00000000-0000-4000-8000-000000000001')`,
    ]) {
      expect(await refusal(database(), teaching, statement)).toMatchObject({ hint: 'staff_required' });
    }
  });
}
