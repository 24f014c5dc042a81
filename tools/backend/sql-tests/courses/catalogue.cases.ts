import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type Row, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { CREATE_ORDER, orderArguments } from '../scenes/checkouts';
import { SEMINAR_FORM } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS, signUpEnrolled } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

const SAVE = 'select nemus_save_course($1::text::uuid, $2::text::jsonb, $3::text::timestamptz) as course';
const change = (name: string) => `select nemus_${name}_course($1::text::uuid, $2::text::timestamptz) as course`;
const READ = 'select nemus_staff_course($1::text::uuid) as answer';

interface Saved {
  readonly id: string;
  readonly updated_at: string;
  readonly [column: string]: unknown;
}
const savedOf = (rows: readonly Row[]): Saved => {
  const course: unknown = one(rows).course;
  const { id, updated_at, ...rest } = Object(course);
  if (typeof id !== 'string' || typeof updated_at !== 'string') throw new Error('No course came back.');
  return { id, updated_at, ...rest };
};

export function catalogueCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['catalogue']);
  });

  const save = async (fields: object = {}, course?: Saved) =>
    savedOf(
      await ask(database(), signedIn(staff), SAVE, [
        course?.id ?? randomUUID(),
        JSON.stringify({ ...SEMINAR_FORM, ...fields }),
        course?.updated_at ?? null,
      ]),
    );
  const refused = (fields: object, course?: Saved) =>
    refusal(database(), signedIn(staff), SAVE, [
      course?.id ?? randomUUID(),
      JSON.stringify({ ...SEMINAR_FORM, ...fields }),
      course?.updated_at ?? null,
    ]);
  const act = async (name: string, course: Saved) =>
    savedOf(await ask(database(), signedIn(staff), change(name), [course.id, course.updated_at]));
  const published = async (fields: object = {}) => act('publish', await save(fields));
  const seenBy = (account: string, course: Saved) =>
    ask(database(), signedIn(account), 'select title from nemus_courses where id = $1::text::uuid', [course.id]);

  it('has a draft that staff alone sees, and that cannot be bought or booked by its id', async () => {
    const draft = await save();
    expect(draft).toMatchObject({ state: 'draft', duration_hours: 16, price_euros: 89.5, published_at: null });
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 100);
    expect(await seenBy(institution, draft)).toEqual([]);
    // Staff has no second catalogue: its own courses are in its area.
    expect(await seenBy(staff, draft)).toEqual([]);
    const notFound = { code: 'PT404', hint: 'course_not_found' };
    const buyer = signedIn(institution);
    expect(await refusal(database(), buyer, ENROL_WITH_CREDITS, [institution, draft.id])).toMatchObject(notFound);
    const trainee = await addTrainee(database(), institution);
    expect(await refusal(database(), buyer, BOOK_FOR_ONE, [draft.id, trainee])).toMatchObject(notFound);
    const order = orderArguments(institution, { kind: 'course', course: draft.id });
    expect(await refusal(database(), SERVICE, CREATE_ORDER, order)).toMatchObject(notFound);
    const similar = 'select nemus_similar_courses($1) as found';
    expect(one(await ask(database(), buyer, similar, ['Trauer begleiten'])).found).toEqual([]);
  });

  it('is published, retired and published again; who is enrolled sees the retired one', async () => {
    const course = await published({ title: 'Ein Weg' });
    await addDate(database(), course.id);
    expect(course).toMatchObject({ state: 'published' });
    const [enrolled, stranger] = [await signUpInstitution(database()), await signUp(database())];
    await giveCredits(database(), enrolled, 100);
    await ask(database(), signedIn(enrolled), ENROL_WITH_CREDITS, [enrolled, course.id]);
    const retired = await act('retire', course);
    expect(retired).toMatchObject({ state: 'retired', published_at: course.published_at });
    expect(await seenBy(enrolled, retired)).toHaveLength(1);
    expect(await seenBy(stranger, retired)).toEqual([]);
    expect(await act('publish', retired)).toMatchObject({ state: 'published', published_at: course.published_at });
  });

  it('has an agenda, which a form without one leaves alone, and copies have it too', async () => {
    const agenda = 'Tag 1\n10:00 – 11:30 Einführung';
    const first = await save({ agenda: `\n${agenda}\r\n` });
    expect(first).toMatchObject({ agenda });
    const renamed = await save({ title: 'Anders' }, first);
    expect(renamed).toMatchObject({ agenda, title: 'Anders' });
    const copy = one(
      await ask(
        database(),
        signedIn(staff),
        'select nemus_duplicate_course($1::text::uuid, $2::text::timestamptz, $3::text::uuid, $4)::text as id',
        [renamed.id, renamed.updated_at, randomUUID(), 'Kopie'],
      ),
    ).id;
    const stored = 'select agenda from nemus_courses where id = $1::text::uuid';
    expect(await database().query(stored, [copy])).toEqual([{ agenda }]);
    expect(await save({ agenda: '' }, renamed)).toMatchObject({ agenda: '' });
    expect(await refused({ agenda: 'x'.repeat(4001) })).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'agenda', problem: 'too_long' },
    });
  });

  it('says what a draft lacks before it is published', async () => {
    const draft = await save({ description: ' ', zfu_status: null, has_dates: false });
    expect(await refusal(database(), signedIn(staff), change('publish'), [draft.id, draft.updated_at])).toMatchObject({
      hint: 'course_incomplete',
      values: { missing: ['description', 'zfu_status', 'content'] },
    });
    expect(one(await ask(database(), signedIn(staff), READ, [draft.id])).answer).toMatchObject({
      gaps: ['description', 'zfu_status', 'content'],
      enrolled: 0,
    });
  });

  it('keeps a paid course without a ZFU status out of the catalogue, for every author', async () => {
    const insert = (zfu: string, active: boolean) =>
      `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, zfu_status,
       is_active) values ('Ohne', 'fachliche_kompetenz', 1, 'Anfänger', 10, 5, ${zfu}, ${active}) returning id`;
    const missing = { hint: 'zfu_missing', values: { field: 'zfu_status' } };
    expect(await refusal(database(), SERVICE, insert('null', true))).toMatchObject(missing);
    const { id } = one(await ask(database(), SERVICE, insert('null', false)));
    const publish = 'update nemus_courses set is_active = true where id = $1::text::uuid';
    expect(await refusal(database(), SERVICE, publish, [id])).toMatchObject(missing);
    const course = await published();
    expect(await refused({ zfu_status: null }, course)).toMatchObject(missing);
  });

  it.each([
    ['title', 'missing', { title: '  ' }],
    ['title', 'too_long', { title: 'x'.repeat(201) }],
    ['title', 'characters', { title: 'Zeile\nZeile' }],
    ['title', 'characters', { title: 'Glocke\u0007' }],
    ['title', 'text', { title: { a: 1 } }],
    ['description', 'too_long', { description: 'x'.repeat(4001) }],
    ['competency', 'choice', { competency: 'kochen' }],
    ['difficulty', 'missing', { difficulty: null }],
    ['price_euros', 'amount', { price_euros: '12,5x' }],
    ['price_euros', 'amount', { price_euros: '-1' }],
    ['price_euros', 'amount', { price_euros: '1.005' }],
    ['price_euros', 'amount', { price_euros: '1e9' }],
    ['price_euros', 'amount', { price_euros: 'NaN' }],
    ['price_euros', 'missing', { price_euros: null }],
    ['credit_cost', 'count', { credit_cost: 0 }],
    ['credit_cost', 'count', { credit_cost: 4.5 }],
    ['theory_units', 'count', { theory_units: -1 }],
    ['practical_units', 'count', { practical_units: 99999999999 }],
    ['theory_units', 'no_units', { theory_units: 0, practical_units: 0, elearning_units: 0 }],
    ['theory_units', 'no_units_at_dates', { theory_units: 0, practical_units: 0 }],
    ['duration_hours', 'sum', { duration_hours: 17 }],
    ['has_dates', 'choice', { has_dates: 'yes' }],
    ['is_premium', 'choice', { is_premium: null }],
    ['zfu_status', 'choice', { zfu_status: 'maybe' }],
    ['zfu_number', 'missing', { zfu_status: 'approved' }],
    ['zfu_number', 'without_approval', { zfu_number: '7310123' }],
  ])('refuses the field %s: %s', async (field, problem, fields) => {
    expect(await refused(fields)).toMatchObject({
      code: 'PT400',
      hint: 'invalid_field',
      values: { field, problem },
    });
  });

  it('refuses a null byte, and keeps markup as the text that it is', async () => {
    expect(await refused({ title: 'a\u0000b' })).toMatchObject({ code: '22P05' });
    const hostile = `<img src=x onerror=alert(1)> [x](javascript:alert(1)) '; drop table nemus_courses; --`;
    expect(await save({ title: hostile, description: hostile })).toMatchObject({
      title: hostile,
      description: hostile,
    });
  });

  it('is saved only from its newest state, and made once when a draft is sent twice', async () => {
    const draft = await save();
    const body = [draft.id, JSON.stringify(SEMINAR_FORM), null];
    expect(savedOf(await ask(database(), signedIn(staff), SAVE, body))).toEqual(draft);
    const later = await save({ title: 'Neu' }, draft);
    expect(await refused({ title: 'Anders' }, draft)).toMatchObject({ code: 'PT409', hint: 'course_changed' });
    for (const name of ['publish', 'retire', 'delete']) {
      expect(await refusal(database(), signedIn(staff), change(name), [draft.id, draft.updated_at])).toMatchObject({
        hint: 'course_changed',
      });
    }
    expect(one(await ask(database(), signedIn(staff), READ, [draft.id])).answer).toMatchObject({ course: later });
  });

  it('keeps what it counts as once a person has it', async () => {
    const course = await published();
    await addDate(database(), course.id);
    const buyer = await signUpInstitution(database());
    await giveCredits(database(), buyer, 100);
    const longer = await save({ theory_units: 10 }, course);
    await ask(database(), signedIn(buyer), ENROL_WITH_CREDITS, [buyer, course.id]);
    for (const [field, value] of [
      ['theory_units', 12],
      ['elearning_units', 0],
      ['has_dates', false],
      ['competency', 'fachliche_kompetenz'],
    ] as const) {
      expect(await refused({ theory_units: 10, [field]: value }, longer)).toMatchObject({
        code: 'PT409',
        hint: 'course_sold',
        values: { field },
      });
    }
    const renamed = await save({ theory_units: 10, title: 'Trauer', price_euros: '100' }, longer);
    expect(renamed).toMatchObject({ title: 'Trauer', price_euros: 100, duration_hours: 18 });
  });

  it('keeps what it counts as once a date was attended, also when no account has it any more', async () => {
    const course = await published();
    const trainee = await signUpEnrolled(database(), course.id);
    const date = await addDate(database(), course.id);
    await database().query(
      `insert into nemus_appointment_participations (appointment_id, user_id, attendance, attended_units, marked_at, marked_how)
       values ($1::text::uuid, $2::text::uuid, 'present', 8, now(), 'list')`,
      [date, trainee],
    );
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [trainee]);
    expect(await refused({ theory_units: 12 }, course)).toMatchObject({
      hint: 'course_sold',
      values: { field: 'theory_units' },
    });
  });

  it('is deleted as a draft that nothing hangs on, and never after', async () => {
    const draft = await save();
    const remove = change('delete');
    expect(await refusal(database(), signedIn(staff), remove, [draft.id, draft.updated_at])).toBeNull();
    expect(await refusal(database(), signedIn(staff), READ, [draft.id])).toMatchObject({ hint: 'course_not_found' });
    const dated = await save();
    await database().query(
      `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity, course_id)
       values ('Probe', now() + interval '1 day', now() + interval '25 hours', 'Seminar', 'Online', 5, $1::text::uuid)`,
      [dated.id],
    );
    const inUse = { code: 'PT409', hint: 'course_in_use' };
    expect(await refusal(database(), signedIn(staff), remove, [dated.id, dated.updated_at])).toMatchObject(inUse);
    const course = await published();
    expect(await refusal(database(), signedIn(staff), remove, [course.id, course.updated_at])).toMatchObject(inUse);
  });

  it('is nothing for other roles, and every change is written down', async () => {
    const others = [
      await hireStaff(database(), ['teaching', 'orders', 'people']),
      await signUp(database()),
      await signUpInstitution(database()),
    ];
    const draft = await save();
    const statements: readonly (readonly [string, readonly unknown[]])[] = [
      [SAVE, [draft.id, JSON.stringify(SEMINAR_FORM), draft.updated_at]],
      [READ, [draft.id]],
      [`select nemus_staff_courses('Trauer')`, []],
      ['select nemus_seminar_titles()', []],
      ...['publish', 'retire', 'delete'].map((name) => [change(name), [draft.id, draft.updated_at]] as const),
    ];
    for (const account of others) {
      for (const [statement, parameters] of statements) {
        expect(await refusal(database(), signedIn(account), statement, parameters)).toMatchObject({
          code: 'PT403',
          hint: 'staff_required',
        });
      }
    }
    await act('publish', await save({ title: 'Neu' }, draft));
    const lines = await database().query(
      `select action, actor_id::text as actor, before ->> 'title' as before, after ->> 'title' as after,
         after ->> 'state' as state from private.nemus_audit_log
       where subject = 'courses' and subject_id = $1 order by id`,
      [draft.id],
    );
    expect(lines).toEqual([
      { action: 'insert', actor: staff, before: null, after: SEMINAR_FORM.title, state: 'draft' },
      { action: 'update', actor: staff, before: SEMINAR_FORM.title, after: 'Neu', state: 'draft' },
      { action: 'update', actor: staff, before: 'Neu', after: 'Neu', state: 'published' },
    ]);
  });

  it('is found in the list by state and by words of its title', async () => {
    const mark = randomUUID().slice(0, 8);
    await save({ title: `Zwiegespräch ${mark} Entwurf` });
    await published({ title: `Zwiegespräch ${mark} Angebot` });
    const list = async (search: string, state: string | null) =>
      one(await ask(database(), signedIn(staff), 'select nemus_staff_courses($1, $2) as answer', [search, state]))
        .answer;
    const search = `${mark} zwiegespraech`;
    expect(await list(search, null)).toMatchObject({
      total: 2,
      is_capped: false,
      states: { draft: 1, published: 1, retired: 0 },
      courses: [{ title: `Zwiegespräch ${mark} Angebot` }, { title: `Zwiegespräch ${mark} Entwurf` }],
    });
    expect(await list(search, 'draft')).toMatchObject({ total: 1, courses: [{ state: 'draft', enrolled: 0 }] });
    expect(await list(search, 'retired')).toMatchObject({ total: 0, courses: [] });
    expect(await list('', 'published')).toMatchObject({ courses: expect.arrayContaining([expect.anything()]) });
    const narrow = async (words: string, competency: string) =>
      one(
        await ask(database(), signedIn(staff), `select nemus_staff_courses($1, null, 1, $2) as answer`, [
          words,
          competency,
        ]),
      ).answer;
    const { competency } = SEMINAR_FORM;
    expect(await narrow(search, competency)).toMatchObject({ total: 2 });
    expect(await narrow(search, 'keine')).toMatchObject({ total: 0, courses: [], states: { draft: 0, published: 0 } });
    expect(await narrow('', 'keine')).toMatchObject({ total: 0, courses: [] });
    const { titles } = one(await ask(database(), signedIn(staff), 'select nemus_seminar_titles() as titles'));
    expect(titles).toEqual(expect.arrayContaining([`Zwiegespräch ${mark} Angebot`, `Zwiegespräch ${mark} Entwurf`]));
    expect(await list('%%%', 'kaputt')).toMatchObject({ total: 0, courses: [] });
  });
}
