import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { Author, draftBlock, draftDocument, draftModule, firstBlock, listOf } from '../scenes/authoring';
import { SEMINAR_FORM } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const SAVE = 'select nemus_save_course($1::text::uuid, $2::text::jsonb, $3::text::timestamptz) as answer';
const PUBLISH = 'select nemus_publish_course($1::text::uuid, $2::text::timestamptz) as answer';
const RETIRE = 'select nemus_retire_course($1::text::uuid, $2::text::timestamptz) as answer';
const COPY = 'select nemus_duplicate_course($1::text::uuid, $2::text::timestamptz, $3::text::uuid, $4) as answer';
const COPY_LEARNING = 'select nemus_duplicate_learning_course($1, $2) as answer';
const CHANGE = 'select nemus_change_courses($1::text::jsonb, $2::text::jsonb, $3::text::boolean) as answer';

interface Course {
  readonly id: string;
  readonly updated_at: string;
}

export function catalogueWorkCases(database: () => TestDatabase): void {
  let author: Author;
  beforeAll(async () => {
    author = new Author(database(), await hireStaff(database(), ['catalogue']));
  });

  const call = async (statement: string, values: readonly (string | null)[]) =>
    one(await ask(database(), signedIn(author.staff), statement, values)).answer;
  const refused = (statement: string, values: readonly (string | null)[]) =>
    refusal(database(), signedIn(author.staff), statement, values);
  const courseOf = (answer: unknown): Course => {
    const { id, updated_at } = Object(answer);
    return { id: String(id), updated_at: String(updated_at) };
  };
  const save = async (fields: object = {}, course?: Course) =>
    courseOf(
      await call(SAVE, [
        course?.id ?? randomUUID(),
        JSON.stringify({ ...SEMINAR_FORM, ...fields }),
        course?.updated_at ?? null,
      ]),
    );
  const published = async (fields: object = {}) => {
    const { id, updated_at } = await save(fields);
    return courseOf(await call(PUBLISH, [id, updated_at]));
  };
  const rowOf = async (id: string) =>
    one(await database().query('select to_jsonb(c) as row from nemus_courses c where id = $1::text::uuid', [id])).row;
  const sell = async ({ id }: Course): Promise<void> => {
    await addDate(database(), id);
    const buyer = await signUpInstitution(database());
    await giveCredits(database(), buyer, 100);
    await ask(database(), signedIn(buyer), ENROL_WITH_CREDITS, [buyer, id]);
  };

  describe('a copy of a seminar', () => {
    const draftsOf = (seminar: string) =>
      database().query(
        `select course_id, document ->> 'title' as title from nemus_learning_drafts
         where document ->> 'seminar_id' = $1`,
        [seminar],
      );
    const copyOf = async ({ id, updated_at }: Course, copy: string = randomUUID()) =>
      String(await call(COPY, [id, updated_at, copy, 'Kopie']));

    it('is a draft with everything but dates, people and the approval, once however often it is asked for', async () => {
      const source = await published({ zfu_status: 'approved', zfu_number: '7654321' });
      await sell(source);
      const [copy] = [await copyOf(source)];
      expect(await copyOf(source, copy)).toBe(copy);
      const { id, title, description, theory_units, price_euros } = Object(await rowOf(source.id));
      expect(await rowOf(copy)).toMatchObject({
        title: `${title} (Kopie)`,
        state: 'draft',
        published_at: null,
        zfu_status: null,
        zfu_number: null,
        description,
        theory_units,
        price_euros,
      });
      expect(copy).not.toBe(id);
      expect(
        await database().query('select 1 from nemus_appointments where course_id = $1::text::uuid', [copy]),
      ).toEqual([]);
      expect(
        await call(SAVE, [copy, JSON.stringify(SEMINAR_FORM), courseOf(await rowOf(copy)).updated_at]),
      ).toMatchObject({ title: SEMINAR_FORM.title });
    });

    it('fits a title of full length, and has a duration that fits its units', async () => {
      const source = await save({ title: 'x'.repeat(200) });
      await database().query('update nemus_courses set duration_hours = 99 where id = $1::text::uuid', [source.id]);
      const { updated_at } = courseOf(await rowOf(source.id));
      expect(await rowOf(await copyOf({ id: source.id, updated_at }))).toMatchObject({
        title: `${'x'.repeat(192)} (Kopie)`,
        duration_hours: 16,
      });
    });

    it('has e-learning, questions and files of its own, whatever happens to the source afterwards', async () => {
      const source = await save();
      const learning = await author.create('Probe Quelle');
      const picture = await author.upload(learning, 'picture', 'image/png');
      const module = draftModule('Comic', { panels: [{ key: 'p', media: picture.id, alternative: 'Zwei reden.' }] });
      await author.save(
        learning,
        draftDocument({
          title: 'Probe Quelle',
          seminar_id: source.id,
          blocks: [draftBlock({ modules: [module, draftModule('Quiz', { type: 'quiz' })] })],
        }),
      );
      await author.publish(learning);
      const copy = await copyOf(source);
      await copyOf(source, copy);
      const drafts = await draftsOf(copy);
      expect(drafts).toEqual([{ course_id: 'probe-quelle-kopie', title: 'Probe Quelle (Kopie)' }]);
      // The source goes its own way.
      const { document } = await author.open(learning);
      await author.save(learning, {
        ...document,
        seminar_id: null,
        blocks: [draftBlock({ questions: [], modules: [draftModule('Anders')] })],
      });
      await author.publish(learning);
      await call('select nemus_delete_course($1::text::uuid, $2::text::timestamptz) as answer', [
        source.id,
        source.updated_at,
      ]);
      await author.publish('probe-quelle-kopie');
      const block = firstBlock((await author.open('probe-quelle-kopie')).document);
      expect(listOf(block, 'questions').map(({ question }) => question)).toEqual(['Frage 1?', 'Frage 2?', 'Frage 3?']);
      const media = await database().query(
        'select course_id, path, id <> $2::text::uuid as is_own from nemus_learning_media where path = $1 order by course_id',
        [picture.path, picture.id],
      );
      expect(media).toEqual([
        { course_id: 'probe-quelle', path: picture.path, is_own: false },
        { course_id: 'probe-quelle-kopie', path: picture.path, is_own: true },
      ]);
      const ids = 'select id from nemus_quiz_questions where course_id = $1 order by position';
      expect(await database().query(ids, ['probe-quelle-kopie'])).toHaveLength(3);
      expect(await database().query(ids, [learning])).toEqual([]);
    });

    it('is refused when the source was changed or deleted meanwhile', async () => {
      const source = await save();
      await save({ title: 'Neuer' }, source);
      const copy = randomUUID();
      expect(await refused(COPY, [source.id, source.updated_at, copy, 'Kopie'])).toMatchObject({
        hint: 'course_changed',
      });
      expect(await refused(COPY, [randomUUID(), source.updated_at, copy, 'Kopie'])).toMatchObject({
        hint: 'course_not_found',
      });
      expect(await refused(COPY_LEARNING, ['gibt-es-nicht', 'Kopie'])).toMatchObject({
        hint: 'learning_draft_not_found',
      });
      expect(await refused(COPY, [source.id, courseOf(await rowOf(source.id)).updated_at, copy, 'a\nb'])).toMatchObject(
        {
          hint: 'invalid_field',
        },
      );
    });

    it('of e-learning alone belongs to no seminar', async () => {
      const source = await save();
      const learning = await author.publishNew(draftDocument({ title: 'Probe allein', seminar_id: source.id }));
      const copy = String(await call(COPY_LEARNING, [learning, 'Kopie']));
      expect((await author.open(copy)).document).toMatchObject({ title: 'Probe allein (Kopie)', seminar_id: null });
      await author.publish(copy);
    });

    it('is for staff of the catalogue alone', async () => {
      const source = await save();
      for (const account of [await signUp(database()), await hireStaff(database(), ['teaching'])]) {
        const caller = signedIn(account);
        const values = [source.id, source.updated_at, randomUUID(), 'Kopie'];
        expect(await refusal(database(), caller, COPY, values)).toMatchObject({ hint: 'staff_required' });
        expect(await refusal(database(), caller, COPY_LEARNING, ['x', 'Kopie'])).toMatchObject({
          hint: 'staff_required',
        });
        expect(await refusal(database(), caller, CHANGE, ['[]', '{}', 'true'])).toMatchObject({
          hint: 'staff_required',
        });
      }
    });
  });

  describe('a change of many seminars', () => {
    const change = (courses: readonly Course[], values: object, preview = false) =>
      call(CHANGE, [JSON.stringify(courses), JSON.stringify(values), String(preview)]);
    const refusedChange = (courses: readonly object[], values: object) =>
      refused(CHANGE, [JSON.stringify(courses), JSON.stringify(values), 'false']);
    const problemsOf = async (courses: readonly Course[], values: object) => {
      const answers: unknown = await change(courses, values, true);
      const rows = Array.isArray(answers) ? answers.map((row) => Object(row)) : [];
      return courses.map(({ id }) => rows.find((row) => row.id === id)?.problem);
    };

    it('is previewed with what stays and why, and changes nothing before', async () => {
      const [cheap, same, sold, draft, lacking] = [
        await published({ title: 'Billig' }),
        await published({ price_euros: '120', competency: 'personale_kompetenz' }),
        await published(),
        await save(),
        await save({ description: '' }),
      ];
      await sell(sold);
      const all = [cheap, same, sold, draft, lacking];
      const before = await Promise.all(all.map(({ id }) => rowOf(id)));
      expect(await problemsOf(all, { price_euros: '120' })).toEqual([null, 'same', null, null, null]);
      expect(await problemsOf(all, { competency: 'personale_kompetenz' })).toEqual([
        null,
        'same',
        'course_sold',
        null,
        null,
      ]);
      expect(await problemsOf(all, { state: 'retired' })).toEqual([
        null,
        null,
        null,
        'course_is_draft',
        'course_is_draft',
      ]);
      expect(await problemsOf(all, { state: 'published' })).toEqual([
        'same',
        'same',
        'same',
        null,
        'course_incomplete',
      ]);
      expect(await problemsOf(all, { price_euros: 'viel' })).toEqual(all.map(() => 'invalid_field'));
      expect(await Promise.all(all.map(({ id }) => rowOf(id)))).toEqual(before);
      expect(await change([cheap], { price_euros: 0 }, true)).toMatchObject([
        { id: cheap.id, title: 'Billig', price_euros: 89.5, state: 'published', problem: null },
      ]);
    });

    it('is done for all', async () => {
      const courses = [await published(), await save()];
      await change(courses, { price_euros: '75.50', credit_cost: 30, state: 'published' });
      for (const { id } of courses) {
        expect(await rowOf(id)).toMatchObject({ price_euros: 75.5, credit_cost: 30, state: 'published' });
      }
      const logged = await database().query(
        `select distinct actor_id::text from private.nemus_audit_log where subject = 'courses' and subject_id = any ($1::text[])`,
        [`{${courses.map(({ id }) => id).join()}}`],
      );
      expect(logged).toEqual([{ actor_id: author.staff }]);
    });

    it('changes none when one was changed or sold since the preview, and says which', async () => {
      const [first, changed, sold] = [await published({ title: 'Erste' }), await published(), await published()];
      await save({ title: 'Anders' }, changed);
      await sell(sold);
      const before = await rowOf(first.id);
      const values = { competency: 'personale_kompetenz' };
      for (const [course, title] of [
        [changed, 'Anders'],
        [sold, SEMINAR_FORM.title],
      ] as const) {
        expect(await refusedChange([first, course], values)).toMatchObject({
          hint: 'courses_unchanged',
          values: { titles: [title] },
        });
        expect(await rowOf(first.id)).toEqual(before);
      }
    });

    it('changes none when one was deleted, or is named without its version', async () => {
      const [first, gone] = [await published(), await save()];
      await call('select nemus_delete_course($1::text::uuid, $2::text::timestamptz) as answer', [
        gone.id,
        gone.updated_at,
      ]);
      expect(await refusedChange([first, gone], { credit_cost: 7 })).toMatchObject({ values: { titles: [null] } });
      expect(await refusedChange([{ id: first.id }], { credit_cost: 7 })).toMatchObject({ hint: 'courses_unchanged' });
      expect(await rowOf(first.id)).toMatchObject({ credit_cost: 45 });
    });

    it('changes only price, competency and state, of at most 200', async () => {
      const course = await published();
      const bad = { hint: 'invalid_request' };
      for (const values of [{}, { title: 'Neu' }, { state: 'draft' }, { is_premium: true, credit_cost: 3 }]) {
        expect(await refusedChange([course], values)).toMatchObject(bad);
      }
      expect(await refusedChange([], { credit_cost: 3 })).toMatchObject(bad);
      expect(
        await refusedChange(
          Array.from({ length: 201 }, () => course),
          { credit_cost: 3 },
        ),
      ).toMatchObject(bad);
      expect(await refused(CHANGE, ['{}', '{"credit_cost": 3}', 'false'])).toMatchObject(bad);
      expect(await refused(CHANGE, ['[1]', '"x"', 'false'])).toMatchObject(bad);
    });

    it('takes a publication in a preview back', async () => {
      const course = await published();
      const { updated_at } = courseOf(await call(RETIRE, [course.id, course.updated_at]));
      await change([{ id: course.id, updated_at }], { state: 'published' }, true);
      expect(await rowOf(course.id)).toMatchObject({ state: 'retired', updated_at });
    });
  });
}
