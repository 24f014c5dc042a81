import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type Row, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { SAMPLE_REQUIREMENTS } from '../scenes/requirements';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const SAVE =
  'select nemus_save_requirements($1::text::uuid, $2::text::jsonb, $3::text::timestamptz, $4::text::uuid) as answer';
const change = (name: string) => `select nemus_${name}_requirements($1::text::uuid, $2::text::timestamptz) as answer`;
const READ = 'select nemus_staff_requirement_set($1::text::uuid) as answer';
const CHOOSE = 'select nemus_choose_requirements($1::text::uuid, $2::text::uuid) as answer';

/** What the form of a set sends. */
const FIELDS = {
  name: 'Weiterbildungsordnung Probe',
  chamber: 'Kammer Probe',
  field: 'Erwachsene',
  procedure: 'Verhaltenstherapie',
  version: '2027',
  valid_from: '2026-02-01',
  source: '',
  treated_per_supervised: '4.5',
  categories: {
    theory: { title: '', required_units: 600 },
    practice: { title: 'Behandlung', required_units: 400 },
    supervision: { title: '', required_units: 100 },
    self_experience: { title: '', required_units: null },
  },
  competencies: { fachliche_kompetenz: { action: { required_units: 20, description: 'In Behandlungen.' } } },
  credits: { entry_theory: 'theory', entry_practice: 'practice', entry_supervision: 'supervision', certificate: null },
} as const;

interface SavedSet {
  readonly id: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}
const answerOf = (rows: readonly Row[]): unknown => one(rows).answer;
const setOf = (rows: readonly Row[]): SavedSet => {
  const { id, updated_at, ...rest } = Object(answerOf(rows));
  if (typeof id !== 'string' || typeof updated_at !== 'string') throw new Error('No set came back.');
  return { id, updated_at, ...rest };
};

/** Requirement sets that staff runs. */
export function requirementCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['catalogue']);
  });
  const parameters = (fields: object, set?: SavedSet, copyOf?: string) => [
    set?.id ?? randomUUID(),
    JSON.stringify({ ...FIELDS, ...fields }),
    set?.updated_at ?? null,
    copyOf ?? null,
  ];
  const save = async (fields: object = {}, set?: SavedSet, copyOf?: string) =>
    setOf(await ask(database(), signedIn(staff), SAVE, parameters(fields, set, copyOf)));
  const refused = (fields: object, set?: SavedSet, copyOf?: string) =>
    refusal(database(), signedIn(staff), SAVE, parameters(fields, set, copyOf));
  const act = async (name: string, set: SavedSet) =>
    setOf(await ask(database(), signedIn(staff), change(name), [set.id, set.updated_at]));

  it('has the sample set, published, with something that every source counts for', async () => {
    const rows = await database().query(
      `select s.name, s.chamber, s.state, private.nemus_requirement_document(s.id) as document
       from nemus_requirement_sets s where s.id = $1::text::uuid`,
      [SAMPLE_REQUIREMENTS],
    );
    expect(one(rows)).toMatchObject({
      name: 'Beispielsatz 500 / 350 / 150',
      chamber: '',
      state: 'published',
      document: {
        source: expect.stringContaining('Beispiel des Portals'),
        categories: [
          { category: 'theory', required_units: 500 },
          { category: 'practice', required_units: 350 },
          { category: 'self_experience', required_units: null },
          { category: 'elearning', required_units: 150 },
        ],
      },
    });
    const counted = await database().query(
      `select source from unnest(private.nemus_requirement_keys('source')) as source
       where source not in (select c.source from nemus_requirement_credits c where c.set_id = $1::text::uuid)`,
      [SAMPLE_REQUIREMENTS],
    );
    expect(counted).toEqual([]);
  });

  it('is a draft that staff alone reads, then published, retired and published again', async () => {
    const draft = await save();
    expect(draft).toMatchObject({
      state: 'draft',
      treated_per_supervised: 4.5,
      published_at: null,
      categories: [
        { category: 'theory', title: '', required_units: 600 },
        { category: 'practice', title: 'Behandlung', required_units: 400 },
        { category: 'supervision', required_units: 100 },
        { category: 'self_experience', required_units: null },
      ],
      competencies: [{ competency: 'fachliche_kompetenz', level: 'action', required_units: 20 }],
      credits: [
        { source: 'entry_theory', category: 'theory' },
        { source: 'entry_practice', category: 'practice' },
        { source: 'entry_supervision', category: 'supervision' },
      ],
    });
    const trainee = await signUp(database());
    const seen = async (caller: string) =>
      Promise.all(
        ['sets where id', 'categories where set_id', 'credits where set_id'].map(async (part) => {
          const rows = await ask(
            database(),
            signedIn(caller),
            `select 1 from nemus_requirement_${part} = $1::text::uuid`,
            [draft.id],
          );
          return rows.length;
        }),
      );
    expect([await seen(trainee), await seen(staff)]).toEqual([
      [0, 0, 0],
      [1, 4, 3],
    ]);
    const published = await act('publish', draft);
    expect(published).toMatchObject({ state: 'published', published_at: expect.any(String) });
    expect(await seen(trainee)).toEqual([1, 4, 3]);
    const retired = await act('retire', published);
    expect(retired).toMatchObject({ state: 'retired' });
    expect(await act('publish', retired)).toMatchObject({ state: 'published', published_at: published.published_at });
  });

  it('is saved without its first day as a draft, and published with one alone', async () => {
    const undated = await save({ valid_from: null, name: 'Ohne Tag' });
    expect(undated).toMatchObject({ valid_from: null, name: 'Ohne Tag' });
    expect(
      await refusal(database(), signedIn(staff), change('publish'), [undated.id, undated.updated_at]),
    ).toMatchObject({ hint: 'set_incomplete', values: { missing: ['valid_from'] } });
    expect(await save({ valid_from: null, name: 'Anders' }, undated)).toMatchObject({ name: 'Anders' });
    const [again] = await ask(database(), signedIn(staff), READ, [undated.id]);
    const { set } = Object(again?.answer);
    expect(await act('publish', await save({}, set))).toMatchObject({ state: 'published', valid_from: '2026-02-01' });
  });

  it('is changed as a draft alone, and never from an outdated view', async () => {
    const draft = await save();
    const later = await save(
      { name: 'Neu', categories: { theory: { title: '', required_units: 10 } }, credits: {} },
      draft,
    );
    expect(later).toMatchObject({
      name: 'Neu',
      categories: [{ category: 'theory', required_units: 10 }],
      credits: [],
    });
    expect(await refused({ name: 'Anders' }, draft)).toMatchObject({ code: 'PT409', hint: 'set_changed' });
    for (const name of ['publish', 'retire', 'delete']) {
      expect(await refusal(database(), signedIn(staff), change(name), [draft.id, draft.updated_at])).toMatchObject({
        hint: 'set_changed',
      });
    }
    // Sent twice, it is one; another one under the same id is refused.
    const twice = parameters({});
    const first = setOf(await ask(database(), signedIn(staff), SAVE, twice));
    expect(setOf(await ask(database(), signedIn(staff), SAVE, twice))).toEqual(first);
    expect(
      await refusal(database(), signedIn(staff), SAVE, [
        first.id,
        JSON.stringify({ ...FIELDS, version: '9' }),
        null,
        null,
      ]),
    ).toMatchObject({ hint: 'set_changed' });
  });

  it('never changes once it is published, for any author', async () => {
    const published = await act('publish', await save());
    expect(await refused({ version: '3' }, published)).toMatchObject({ code: 'PT409', hint: 'set_published' });
    const remove = change('delete');
    expect(await refusal(database(), signedIn(staff), remove, [published.id, published.updated_at])).toMatchObject({
      hint: 'set_published',
    });
    const kept = { code: 'PT409', hint: 'set_published' };
    for (const statement of [
      `update nemus_requirement_sets set name = 'Anders' where id = $1::text::uuid`,
      `update nemus_requirement_sets set state = 'draft', published_at = null where id = $1::text::uuid`,
      'update nemus_requirement_sets set valid_from = valid_from + 1 where id = $1::text::uuid',
      'delete from nemus_requirement_sets where id = $1::text::uuid',
      'update nemus_requirement_categories set required_units = 1 where set_id = $1::text::uuid',
      'delete from nemus_requirement_categories where set_id = $1::text::uuid',
      `insert into nemus_requirement_categories (set_id, category) values ($1::text::uuid, 'elearning')`,
      'delete from nemus_requirement_competencies where set_id = $1::text::uuid',
      `update nemus_requirement_credits set category = 'theory' where set_id = $1::text::uuid`,
      `insert into nemus_requirement_credits (set_id, source, category) values ($1::text::uuid, 'certificate', 'theory')`,
    ]) {
      await expect(database().query(statement, [published.id])).rejects.toMatchObject(
        expect.objectContaining({ code: kept.code }),
      );
    }
    const moved = `update nemus_requirement_categories set set_id = $1::text::uuid
      where set_id = $2::text::uuid and category = 'self_experience'`;
    const draft = await save();
    await expect(database().query(moved, [published.id, draft.id])).rejects.toMatchObject({ code: 'PT409' });
  });

  it('has another version in the same family, each version once', async () => {
    const first = await act('publish', await save());
    expect(await refused({}, undefined, first.id)).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'version', problem: 'taken' },
    });
    const second = await save({ version: '2028' }, undefined, first.id);
    expect(second).toMatchObject({ family_id: first.family_id, state: 'draft' });
    expect((await save()).family_id).not.toBe(first.family_id);
    expect(await refused({ version: '2027' }, second)).toMatchObject({ values: { problem: 'taken' } });
    expect(await refused({}, undefined, randomUUID())).toMatchObject({ code: 'PT404', hint: 'set_not_found' });
  });

  it('says what a draft lacks before it is published', async () => {
    const empty = await save({ categories: {}, credits: {} });
    const publish = change('publish');
    expect(await refusal(database(), signedIn(staff), publish, [empty.id, empty.updated_at])).toMatchObject({
      code: 'PT409',
      hint: 'set_incomplete',
      values: { missing: ['categories', 'figures', 'credits'] },
    });
    const open = await save({
      categories: { theory: { title: '', required_units: null } },
      credits: { entry_theory: 'theory' },
    });
    expect(answerOf(await ask(database(), signedIn(staff), READ, [open.id]))).toMatchObject({
      gaps: ['figures'],
      chosen: 0,
    });
    const retire = change('retire');
    expect(await refusal(database(), signedIn(staff), retire, [open.id, open.updated_at])).toMatchObject({
      hint: 'set_is_draft',
    });
    expect(await refusal(database(), signedIn(staff), change('delete'), [open.id, open.updated_at])).toBeNull();
    expect(await refusal(database(), signedIn(staff), READ, [open.id])).toMatchObject({ hint: 'set_not_found' });
  });

  it.each([
    ['name', 'missing', { name: ' ' }],
    ['name', 'characters', { name: 'Zeile\nZeile' }],
    ['name', 'too_long', { name: 'x'.repeat(201) }],
    ['name', 'text', { name: ['x'] }],
    ['chamber', 'too_long', { chamber: 'x'.repeat(201) }],
    ['field', 'choice', { field: 'Kochen' }],
    ['procedure', 'choice', { procedure: '' }],
    ['version', 'missing', { version: null }],
    ['version', 'too_long', { version: 'x'.repeat(41) }],
    ['source', 'too_long', { source: 'x'.repeat(501) }],
    ['valid_from', 'day', { valid_from: '2026-02-30' }],
    ['valid_from', 'day', { valid_from: '1989-01-01' }],
    ['valid_from', 'day', { valid_from: 'tomorrow' }],
    ['valid_from', 'day', { valid_from: 20260101 }],
    ['treated_per_supervised', 'ratio', { treated_per_supervised: '0' }],
    ['treated_per_supervised', 'ratio', { treated_per_supervised: '1e3' }],
    ['treated_per_supervised', 'ratio', { treated_per_supervised: '-1' }],
    ['categories.theory.required_units', 'count', { categories: { theory: { required_units: 0 } } }],
    ['categories.theory.required_units', 'count', { categories: { theory: { required_units: 1.5 } } }],
    ['categories.theory.required_units', 'count', { categories: { theory: { required_units: 20001 } } }],
    ['categories.theory.title', 'too_long', { categories: { theory: { title: 'x'.repeat(101) } } }],
    ['credits.entry_theory', 'choice', { credits: { entry_theory: 'elearning' } }],
    [
      'competencies.fachliche_kompetenz.cognitive.description',
      'too_long',
      { competencies: { fachliche_kompetenz: { cognitive: { description: 'x'.repeat(501) } } } },
    ],
  ])('refuses the field %s: %s', async (field, problem, fields) => {
    expect(await refused(fields)).toMatchObject({ code: 'PT400', hint: 'invalid_field', values: { field, problem } });
  });

  it('refuses what is no form, and takes up nothing that it does not know', async () => {
    for (const categories of [null, [], 'theory']) {
      expect(await refused({ categories })).toMatchObject({ code: 'PT400', hint: 'invalid_request' });
    }
    const set = await save({
      state: 'published',
      family_id: SAMPLE_REQUIREMENTS,
      credits: { entry_theory: 'theory', bribe: 'theory' },
      categories: { ...FIELDS.categories, bribe: { required_units: 1 } },
    });
    expect(set).toMatchObject({ state: 'draft', credits: [{ source: 'entry_theory' }] });
    expect(set.family_id).not.toBe(SAMPLE_REQUIREMENTS);
  });

  it('is nothing for other roles, and every change is written down', async () => {
    const draft = await save();
    const others = [
      await hireStaff(database(), ['teaching', 'orders', 'people']),
      await signUp(database()),
      await signUpInstitution(database()),
    ];
    const statements: readonly (readonly [string, readonly unknown[]])[] = [
      [SAVE, parameters({}, draft)],
      [SAVE, parameters({})],
      [READ, [draft.id]],
      ['select nemus_staff_requirement_sets()', []],
      ...['publish', 'retire', 'delete'].map((name) => [change(name), [draft.id, draft.updated_at]] as const),
    ];
    for (const account of others) {
      for (const [statement, values] of statements) {
        expect(await refusal(database(), signedIn(account), statement, values)).toMatchObject({
          code: 'PT403',
          hint: 'staff_required',
        });
      }
    }
    await act(
      'publish',
      await save({ categories: { ...FIELDS.categories, theory: { title: '', required_units: 610 } } }, draft),
    );
    const lines = await database().query(
      `select action, subject, actor_id::text = $2 as ours, after ->> 'required_units' as units, after ->> 'state' as state
       from private.nemus_audit_log where subject_id like $1 || '%' and action = 'update' order by id`,
      [draft.id, staff],
    );
    expect(lines).toEqual([
      { action: 'update', subject: 'requirement_categories', ours: true, units: '610', state: null },
      { action: 'update', subject: 'requirement_sets', ours: true, units: null, state: 'published' },
    ]);
  });

  it('is listed with the people who have it', async () => {
    const set = await act('publish', await save({ chamber: 'AAA' }));
    const trainee = await signUp(database());
    await ask(database(), signedIn(trainee), CHOOSE, [set.id, null]);
    const page = (number: number) =>
      ask(database(), signedIn(staff), `select nemus_staff_requirement_sets('published', $1::text::int) as answer`, [
        String(number),
      ]);
    const { total } = Object(answerOf(await page(1)));
    const sets: unknown[] = [];
    for (let number = 1; sets.length < total; number += 1) {
      const found: unknown = Object(answerOf(await page(number))).sets;
      if (!Array.isArray(found) || found.length === 0) throw new Error(`Page ${number} is empty.`);
      sets.push(...found);
    }
    expect(sets).toHaveLength(total);
    expect(sets).toContainEqual(expect.objectContaining({ id: set.id, chosen: 1, state: 'published' }));
    expect(sets).not.toContainEqual(expect.objectContaining({ state: 'draft' }));
  });
}
