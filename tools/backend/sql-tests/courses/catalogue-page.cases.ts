import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { one } from '../scenes/rows';

/** The cases of the search that lists in the browser use. */
const SEARCH_CASES = z
  .array(z.object({ text: z.string(), found: z.array(z.string()), missed: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(path.join(__dirname, '../../../../libs/data/src/search/search-cases.json'), 'utf8')));

const cardSchema = z.object({
  id: z.string(),
  title: z.string(),
  enrollment: z.object({ status: z.string() }).nullable(),
  next_date: z.object({ free_places: z.number() }).nullable(),
  more_dates: z.number(),
  is_buyable: z.boolean(),
  is_asked: z.boolean(),
});
const pageSchema = z.object({
  courses: z.array(cardSchema),
  similar: z.array(cardSchema),
  total: z.number(),
  counts: z.record(z.string(), z.number()),
  edition: z.string(),
  months: z.array(z.string()),
  houses: z.array(z.string()),
});

/** The parameters of the page that a test names. */
interface Wanted {
  readonly search?: string;
  readonly competency?: string;
  readonly difficulty?: string;
  readonly month?: string;
  readonly house?: string;
  readonly online?: boolean;
  readonly free?: boolean;
  readonly most?: number;
  readonly own_last?: boolean;
  readonly page?: number;
}

/** The catalogue, page by page. */
export function cataloguePageCases(database: () => TestDatabase): void {
  let trainee: string;
  beforeEach(async () => {
    trainee = await signUp(database());
  });
  const pageOf = async (wanted: Wanted = {}, account = trainee) => {
    const given = Object.entries(wanted);
    const call = given.map(([name], index) => `p_${name} => $${index + 1}::text::${TYPES[name] ?? 'text'}`).join(', ');
    const row = one(
      await ask(
        database(),
        signedIn(account),
        `select nemus_catalogue_page(${call}) as page`,
        given.map(([, value]) => String(value)),
      ),
    );
    return pageSchema.parse(row['page']);
  };
  const titles = async (wanted: Wanted = {}) => (await pageOf(wanted)).courses.map(({ title }) => title);
  const similar = async (wanted: Wanted) => (await pageOf(wanted)).similar.map(({ title }) => title);
  /** Every course of the list, page after page. */
  const wholeList = async (wanted: Wanted = {}) => {
    const first = await pageOf(wanted);
    const pages = Array.from({ length: Math.ceil(first.total / 24) - 1 }, (_, index) => index + 2);
    const rest = await Promise.all(pages.map((page) => pageOf({ ...wanted, page })));
    return [first, ...rest].flatMap(({ courses }) => courses);
  };
  const retire = (id: string) =>
    database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [id]);

  it('is for those who are signed in', async () => {
    const refused = { code: '42501' };
    expect(await refusal(database(), ANONYMOUS, 'select nemus_catalogue_page()')).toMatchObject(refused);
    expect(
      await refusal(database(), ANONYMOUS, `select nemus_catalogue_course('c0000000-0000-4000-8000-000000000001')`),
    ).toMatchObject(refused);
  });

  it('has the courses that the policies show, once each, in pages of 24', async () => {
    await addSeminar(database(), { title: 'Modul 10' });
    await addSeminar(database(), { title: 'Modul 2' });
    await addSeminar(database(), { title: 'Öffnen' });
    const list = await wholeList();
    const visible = await ask(database(), signedIn(trainee), 'select id from nemus_courses where is_active');
    expect(list.map(({ id }) => id).toSorted()).toEqual(visible.map(({ id }) => String(id)).toSorted());
    expect((await pageOf()).courses).toHaveLength(24);
    expect(list.map(({ title }) => title)).toEqual(
      list
        .map(({ title }) => title)
        .toSorted(new Intl.Collator('de', { numeric: true, ignorePunctuation: true }).compare),
    );
    expect((await pageOf({ page: 1000 })).courses).toEqual([]);
  });

  it('puts own courses last only where that is wanted, also one that is withheld', async () => {
    const own = await addSeminar(database(), { title: 'AAA Eigener' });
    await enrol(database(), trainee, own);
    await database().query(
      `insert into nemus_learning_courses (id, title, description, competency, difficulty, units, is_premium, position, seminar_id)
       values ('leer', 'Leer', '', 'fachliche_kompetenz', 'Anfänger', 1, true, 99, $1::text::uuid)`,
      [own],
    );
    expect((await wholeList())[0]).toMatchObject({ title: 'AAA Eigener', enrollment: { status: 'not_started' } });
    expect((await wholeList({ own_last: true })).at(-1)).toMatchObject({ title: 'AAA Eigener' });
    const stranger = await signUp(database());
    const { total } = await pageOf({}, stranger);
    expect((await pageOf()).total).toBe(total + 1);
    expect(
      await ask(database(), signedIn(stranger), 'select nemus_catalogue_course($1::text::uuid) as answer', [own]),
    ).toEqual([{ answer: null }]);
  });

  describe('finds what the browser found', () => {
    it.each(SEARCH_CASES)('$text', async ({ text, found, missed }) => {
      const id = await addSeminar(database(), { title: 'Zz', description: text });
      const isFound = async (search: string) => (await wholeList({ search })).some((course) => course.id === id);
      for (const search of found) expect([search, await isFound(search)]).toEqual([search, true]);
      for (const search of missed) expect([search, await isFound(search)]).toEqual([search, false]);
    });

    it.each([
      ['a word of the description', 'Kummer', ['Über Trauer']],
      ['capitals and umlauts', 'ÜBER trauer', ['Über Trauer']],
      ['an umlaut in two letters', 'ueber trauer', ['Über Trauer']],
      ['an umlaut without its dots', 'uber trauer', ['Über Trauer']],
      ['ss for ß', 'grosse kummer', ['Über Trauer']],
      ['a beginning', 'kumm', ['Über Trauer']],
      ['the middle of a word, of two letters', 'um gro', ['Über Trauer']],
      ['several words in any order, of both texts', 'kummer trauer über', ['Über Trauer']],
      ['more than six words', 'über trauer vom große kummer der im haus', ['Über Trauer']],
      ['signs between words', 'über/trauer!', ['Über Trauer']],
      ['nothing for signs alone', '%_%', []],
      ['nothing for a word that no course has', 'kummer yoga', []],
    ])('%s: %s', async (_how, search, expected) => {
      await addSeminar(database(), { title: 'Über Trauer', description: 'Vom große Kummer, der im Haus lebt.' });
      expect([...new Set(await titles({ search }))]).toEqual(expected);
    });

    it.each([
      ['swapped letters', 'Shcematherapie'],
      ['a letter missing', 'Schematerapie'],
      ['a letter too many', 'Schemathherapie'],
      ['two words, both nearly right', 'Modusarbiet Schemaherapie'],
    ])('similar: %s', async (_how, search) => {
      expect(await titles({ search })).toEqual([]);
      expect((await similar({ search }))[0]).toBe('Schematherapie: Modusarbeit');
      expect(await similar({ search, most: 1 })).toEqual([]);
      expect(await similar({ search, page: 2 })).toEqual([]);
    });

    it('no course both as found and as similar', async () => {
      const { courses, similar: near } = await pageOf({ search: 'therapie' });
      expect(courses.length).toBeGreaterThan(0);
      expect(near.filter(({ id }) => courses.some((course) => course.id === id))).toEqual([]);
    });
  });

  it('filters, and counts what each competency would show', async () => {
    await addSeminar(database(), { title: 'Quarzuhr eins', competency: 'methoden_kompetenz', credits: 10 });
    await addSeminar(database(), { title: 'Quarzuhr zwei', competency: 'beziehungsgestaltung', credits: 20 });
    const counts = { methoden_kompetenz: 1, beziehungsgestaltung: 1 };
    expect(await pageOf({ search: 'quarzuhr', competency: 'methoden_kompetenz' })).toMatchObject({ total: 1, counts });
    expect(await titles({ search: 'quarzuhr', most: 20 })).toEqual(['Quarzuhr eins']);
    expect(await titles({ search: 'quarzuhr', difficulty: 'Experte' })).toEqual([]);
    expect(await titles({ search: 'quarzuhr', competency: 'gibt_es_nicht', difficulty: 'Nie' })).toEqual([]);
  });

  it('wants one date that meets all of its filter', async () => {
    const id = await addSeminar(database(), { title: 'Quarzuhr' });
    const change = async (date: string, set: string) =>
      database().query(`update nemus_appointments set ${set} where id = $1::text::uuid`, [date]);
    const house = await addDate(database(), id);
    // Already January in Berlin.
    await change(
      house,
      `location = 'Haus Nord , Raum 3', starts_at = '2098-12-31T23:30:00Z', ends_at = '2099-01-01T15:00:00Z', change_until = null`,
    );
    const online = await addDate(database(), id);
    await change(
      online,
      `format = 'Online', location = '', starts_at = '2099-03-01T08:00:00Z', ends_at = '2099-03-01T15:00:00Z', change_until = null`,
    );
    const found = async (wanted: Wanted) => (await pageOf({ search: 'quarzuhr', ...wanted })).total;
    expect(await found({ month: '2099-01', house: 'Haus Nord' })).toBe(1);
    expect(await found({ month: '2098-12' })).toBe(0);
    expect(await found({ online: true, month: '2099-03', free: true })).toBe(1);
    expect(await found({ online: true, house: 'Haus Nord' })).toBe(0);
    const page = await pageOf({ search: 'quarzuhr' });
    expect(page.courses[0]).toMatchObject({ more_dates: 1, is_buyable: true });
    expect(page.months).toEqual(expect.arrayContaining(['2099-01', '2099-03']));
    expect(page.houses).toContain('Haus Nord');
    expect((await pageOf({ search: 'quarzuhr', online: true })).courses[0]).toMatchObject({ more_dates: 0 });
    await change(
      online,
      'capacity = greatest(participants_taken, 1), participants_taken = greatest(participants_taken, 1)',
    );
    expect(await found({ online: true, free: true })).toBe(0);
    await change(house, 'cancelled_at = now()');
    expect(await found({ house: 'Haus Nord' })).toBe(0);
    // No course on offer has it: an address may still name it.
    expect((await pageOf()).houses).not.toContain('Haus Nord');
  });

  it('says with every page to which edition of the list it belongs', async () => {
    const added = await addSeminar(database(), { title: 'AAA Neu' });
    const first = await pageOf({ own_last: true });
    expect((await pageOf({ own_last: true, page: 2 })).edition).toBe(first.edition);
    // The same list with another price.
    await database().query('update nemus_courses set price_euros = 1 where id = $1::text::uuid', [added]);
    expect((await pageOf({ own_last: true })).edition).toBe(first.edition);
    await enrol(database(), trainee, added);
    const bought = await pageOf({ own_last: true, page: 2 });
    expect(bought).toMatchObject({ total: first.total });
    expect(bought.edition).not.toBe(first.edition);
    await database().query('delete from nemus_course_enrollments where course_id = $1::text::uuid', [added]);
    await retire(added);
    const withdrawn = await pageOf({ own_last: true, page: 2 });
    expect(withdrawn.total).toBe(first.total - 1);
    expect(withdrawn.edition).not.toBe(first.edition);
  });

  it('one course: with its dates and the choice; a retired one only for those who have it', async () => {
    const id = await addSeminar(database(), { title: 'Quarzuhr' });
    const date = await addDate(database(), id);
    const courseOf = async (account: string) =>
      one(await ask(database(), signedIn(account), 'select nemus_catalogue_course($1::text::uuid) as answer', [id]))[
        'answer'
      ];
    await ask(database(), signedIn(trainee), 'select nemus_choose_before_buying($1::text::uuid, $2::text::uuid)', [
      id,
      date,
    ]);
    expect(await courseOf(trainee)).toMatchObject({
      course: { title: 'Quarzuhr', agenda: '' },
      dates: [{ id: date }],
      chosen: date,
      is_buyable: true,
      is_asked: false,
      enrollment: null,
    });
    const owner = await signUp(database());
    expect(await courseOf(owner)).toMatchObject({ chosen: null });
    await enrol(database(), owner, id);
    await retire(id);
    expect(await courseOf(trainee)).toBeNull();
    expect(await courseOf(owner)).toMatchObject({
      course: { is_active: false },
      dates: [],
      enrollment: { status: 'not_started' },
    });
  });

  it('reads a long search in a moment', async () => {
    expect(await titles({ search: 'x'.repeat(100_000) })).toEqual([]);
  });
}

/** Types of parameters that are no texts. */
const TYPES: Readonly<Record<string, string>> = {
  online: 'boolean',
  free: 'boolean',
  own_last: 'boolean',
  most: 'numeric',
  page: 'int',
};
