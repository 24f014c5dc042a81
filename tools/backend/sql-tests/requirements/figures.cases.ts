import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { addEntry, SAVE_ENTRY, setLogbookScene, SUBMIT_ENTRIES } from '../scenes/logbook';
import { addRequirementSet, chooseRequirements } from '../scenes/requirements';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const SAVE =
  'select nemus_save_requirements($1::text::uuid, $2::text::jsonb, $3::text::timestamptz, $4::text::uuid) as answer';
const SHIPPED = `'5e7a0000-0000-4000-8000-0000000001%'`;
const FORM = {
  name: 'Mit Vorgaben',
  chamber: '',
  version: '1',
  valid_from: '1999-01-01',
  source: '',
  categories: { practice: { title: '', required_units: 600, unit_minutes: '60', status: 'law', source: '§ 4' } },
  competencies: {},
  credits: { entry_practice: 'practice' },
  figures: [
    { title: 'Fälle', unit: 'cases', least: '40', category: 'practice', status: 'unconfirmed', source: 'Institut' },
    {
      title: 'Davon in der Gruppe',
      unit: 'hours',
      unit_minutes: '50',
      least: '120.5',
      part_of: '1',
      category: 'practice',
      form: 'group',
    },
    { title: 'Patienten', unit: 'cases', least: '30', is_counted: false },
  ],
} as const;

/** Figures of a set besides the units of its categories, and what entries say for them. */
export function requirementFigureCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['catalogue']);
  });
  const save = async (form: object, [id, expected, copyOf]: readonly (string | null)[] = []) => {
    const answer: unknown = one(
      await ask(database(), signedIn(staff), SAVE, [
        id ?? randomUUID(),
        JSON.stringify(form),
        expected ?? null,
        copyOf ?? null,
      ]),
    ).answer;
    const { id: saved, updated_at: at } = Object(answer);
    return { id: String(saved), at: String(at), answer };
  };
  /** A set with one category and figures; confirmed practice counts. */
  async function addFigures(figures: readonly object[]): Promise<string> {
    const set = await addRequirementSet(database(), {
      categories: { practice: 600, supervision: null },
      credits: { entry_practice: 'practice', entry_supervision: 'supervision' },
      state: 'draft',
    });
    await database().query(
      `insert into nemus_requirement_figures (set_id, position, part_of, title, unit, unit_minutes, least, most, category,
         setting, form, age_group, procedure, service, is_counted)
       select $1::text::uuid, f.ord, (f.value ->> 'part_of')::int, 'Vorgabe', f.value ->> 'unit',
         coalesce((f.value ->> 'unit_minutes')::int, 60), 10, null, f.value ->> 'category', f.value ->> 'setting',
         f.value ->> 'form', f.value ->> 'age_group', f.value ->> 'procedure', f.value ->> 'service',
         coalesce((f.value ->> 'is_counted')::boolean, true)
       from jsonb_array_elements($2::text::jsonb) with ordinality as f (value, ord)`,
      [set, JSON.stringify(figures)],
    );
    await database().query(
      `update nemus_requirement_sets set state = 'published', published_at = now() where id = $1::text::uuid`,
      [set],
    );
    return set;
  }
  const say = (entry: string, attributes: Readonly<Record<string, string>>) =>
    database().query(
      `update nemus_logbook_entries set setting = j ->> 'setting', form = j ->> 'form', age_group = j ->> 'age_group',
         procedure = j ->> 'procedure', service = j ->> 'service', case_id = (j ->> 'case_id')::uuid
       from (select $2::text::jsonb as j) given where id = $1::text::uuid`,
      [entry, JSON.stringify(attributes)],
    );
  const confirm = (user: string) =>
    database().query(
      `update nemus_logbook_entries set state = 'confirmed', confirmed_at = now(), confirmed_by = 'Ada Lehr'
       where user_id = $1::text::uuid and state = 'submitted'`,
      [user],
    );
  const doneOf = async (user: string) =>
    (
      await ask(
        database(),
        signedIn(user),
        `select f ->> 'done' as done from jsonb_array_elements(nemus_counted_hours() -> 'figures') f`,
      )
    ).map(({ done }) => (done === null ? null : Number(done)));

  it('ships drafts that only staff sees, each figure with its status and source', async () => {
    const sets = await database().query(
      `select s.id::text, s.state, s.valid_from is null as undated, private.nemus_requirement_gaps(s.id) as gaps
       from nemus_requirement_sets s where s.id::text like ${SHIPPED} order by s.id`,
    );
    expect(sets).toHaveLength(8);
    expect(new Set(sets.map(({ state }) => state))).toEqual(new Set(['draft']));
    expect(
      await database().query(
        `select title from nemus_requirement_figures where set_id::text like ${SHIPPED}
           and (status is null or source !~ '^https://' or coalesce(least, most) is null)
         union all
         select category from nemus_requirement_categories where set_id::text like ${SHIPPED}
           and (required_units is null) <> (status is null and source = '')`,
      ),
    ).toEqual([]);
    expect(
      await ask(
        database(),
        signedIn(await signUp(database())),
        `select 1 from nemus_requirement_figures where set_id::text like ${SHIPPED}`,
      ),
    ).toEqual([]);
    for (const { id, undated, gaps } of sets) {
      // Complete, except for days that no source names.
      expect(gaps).toEqual(undated === true ? ['valid_from'] : []);
      const at = text(
        await database().query('select updated_at::text as at from nemus_requirement_sets where id = $1::text::uuid', [
          String(id),
        ]),
        'at',
      );
      const publish = 'select nemus_publish_requirements($1::text::uuid, $2::text::timestamptz)';
      if (undated === true) {
        expect(await refusal(database(), signedIn(staff), publish, [String(id), at])).toMatchObject({
          hint: 'set_incomplete',
        });
      }
    }
  });

  it('keeps what a form says, and what an older client does not know', async () => {
    const first = await save(FORM);
    expect(first.answer).toMatchObject({
      valid_from: '1999-01-01',
      categories: [{ category: 'practice', required_units: 600, unit_minutes: 60, status: 'law', source: '§ 4' }],
      figures: [
        { position: 1, unit: 'cases', least: 40, most: null, part_of: null, is_counted: true, status: 'unconfirmed' },
        { position: 2, unit: 'hours', unit_minutes: 50, least: 120.5, part_of: 1, form: 'group' },
        { position: 3, is_counted: false, source: '' },
      ],
    });
    const { figures, ...older } = FORM;
    const old = { ...older, name: 'Umbenannt', categories: { practice: { title: '', required_units: 700 } } };
    const again = await save(old, [first.id, first.at]);
    expect(again.answer).toMatchObject({
      name: 'Umbenannt',
      categories: [{ required_units: 700, unit_minutes: 60, status: 'law' }],
      figures: [{ position: 1 }, { position: 2 }, { position: 3 }],
    });
    const copy = await save({ ...old, version: '2' }, [null, null, first.id]);
    expect(copy.answer).toMatchObject({ figures: [{ title: 'Fälle' }, { form: 'group' }, {}] });
    const shorter = await save({ ...FORM, figures: figures.slice(0, 1) }, [again.id, again.at]);
    expect(shorter.answer).toHaveProperty('figures.length', 1);
  });

  it.each([
    ['figures.0.unit', { unit: 'miles' }],
    ['figures.0.title', { title: '' }],
    ['figures.0.category', { category: 'theory' }],
    ['figures.0.category', { category: null, form: 'group' }],
    ['figures.0.most', { most: '39' }],
    ['figures.0.least', { least: 'viel' }],
    ['figures.0.part_of', { part_of: '1' }],
    ['figures.0.service', { service: 'other' }],
  ])('refuses %s of %j', async (field, changed) => {
    const form = { ...FORM, figures: [{ ...FORM.figures[0], ...changed }] };
    expect(
      await refusal(database(), signedIn(staff), SAVE, [randomUUID(), JSON.stringify(form), null, null]),
    ).toMatchObject({ hint: 'invalid_field', values: { field } });
  });

  it('counts hours, cases, entries, months and a ratio by what confirmed entries say', async () => {
    const scene = await setLogbookScene(database());
    const set = await addFigures([
      { unit: 'hours', category: 'practice' },
      { unit: 'hours', unit_minutes: 50, part_of: 1, category: 'practice', form: 'group' },
      { unit: 'hours', category: 'practice', setting: 'outpatient', procedure: 'Verhaltenstherapie' },
      { unit: 'cases', category: 'practice' },
      { unit: 'entries', category: 'practice', service: 'first_interview', age_group: 'children' },
      { unit: 'months' },
      { unit: 'months', setting: 'inpatient' },
      { unit: 'ratio' },
      { unit: 'hours', is_counted: false },
    ]);
    await chooseRequirements(database(), scene.owner, set);
    expect(await doneOf(scene.owner)).toEqual([0, 0, 0, 0, 0, 0, 0, null, null]);
    const entry = (minutes: number, category = 'practice') =>
      addEntry(database(), scene, 'submitted', { minutes, category });
    const [one1, one2] = await Promise.all(
      ['F-1A1A', 'F-2B2B'].map(async (code) =>
        text(
          await database().query(
            'insert into nemus_logbook_cases (user_id, code) values ($1::text::uuid, $2) returning id::text',
            [scene.owner, code],
          ),
          'id',
        ),
      ),
    );
    await say(await entry(50), { form: 'group', case_id: one1 ?? '' });
    await say(await entry(99), { form: 'group', case_id: one1 ?? '' });
    await say(await entry(60), { setting: 'outpatient', procedure: 'Verhaltenstherapie', case_id: one2 ?? '' });
    await say(await entry(60), { setting: 'outpatient', procedure: 'Systemische Therapie' });
    await say(await entry(31), { service: 'first_interview', age_group: 'children' });
    await say(await entry(50, 'supervision'), { form: 'group' });
    expect((await doneOf(scene.owner)).slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    await confirm(scene.owner);
    // 300 minutes; in groups 149, of 50 each; 300 for each 50 of supervision.
    expect(await doneOf(scene.owner)).toEqual([5, 2, 1, 2, 1, 0, 0, 6, null]);
    await database().query(
      `insert into nemus_logbook_sites (user_id, name, started_on, ended_on, share, setting)
       select $1::text::uuid, s.name, $2::text::date, $3::text::date, s.share, s.setting
       from (values ('Klinik', 50, 'inpatient'), ('Ambulanz', 80, null)) as s (name, share, setting)`,
      [scene.owner, dayFrom(-1000), dayFrom(-1000 + 365)],
    );
    // 366 days at a full post, however many percent are named, and at half of one.
    expect((await doneOf(scene.owner)).slice(5, 7)).toEqual([12, 6]);
    // A linked institution sees the same; another trainee is refused.
    const seen = 'select nemus_counted_hours($1::text::uuid) as hours';
    expect(one(await ask(database(), signedIn(scene.institution), seen, [scene.trainee])).hours).toMatchObject({
      figures: [{ done: 5 }, { done: 2 }, {}, {}, {}, {}, {}, {}, { done: null }],
    });
    expect(await refusal(database(), signedIn(scene.stranger), seen, [scene.trainee])).toMatchObject({ code: 'PT404' });
    // What counts is what the present set says.
    await chooseRequirements(database(), scene.owner, await addFigures([{ unit: 'cases', category: 'supervision' }]));
    expect(await doneOf(scene.owner)).toEqual([0]);
  });

  it('an entry says what its set tells apart; a client that does not know it changes nothing of it', async () => {
    const scene = await setLogbookScene(database());
    await chooseRequirements(
      database(),
      scene.owner,
      await addFigures([
        { unit: 'hours', category: 'practice', form: 'group', setting: 'outpatient' },
        { unit: 'hours', category: 'supervision', form: 'individual', is_counted: false },
      ]),
    );
    const week = async () =>
      one(
        await ask(database(), signedIn(scene.owner), 'select nemus_logbook_week($1::text::date) as week', [
          dayFrom(-1),
        ]),
      ).week;
    expect(await week()).toMatchObject({ attributes: { practice: ['form', 'setting'] } });
    const entry = {
      id: randomUUID(),
      revision: null,
      done_on: dayFrom(-1),
      category: 'practice',
      minutes: 45,
      confirmer_id: scene.confirmer.id,
    };
    const write = async (fields: object) =>
      one(await ask(database(), signedIn(scene.owner), SAVE_ENTRY, [JSON.stringify({ ...entry, ...fields })])).saved;
    expect(
      await refusal(database(), signedIn(scene.owner), SAVE_ENTRY, [JSON.stringify({ ...entry, form: 'crowd' })]),
    ).toMatchObject({ hint: 'invalid_field' });
    expect(await write({ form: 'group' })).toMatchObject({ revision: 1 });
    // Sent again, and by an older client, it is the same entry.
    expect(await write({ form: 'group' })).toMatchObject({ revision: 1 });
    expect(await write({})).toMatchObject({ revision: 1 });
    expect(await write({ minutes: 60, revision: 1 })).toMatchObject({ revision: 2 });
    const formOf = (id: string) =>
      database().query('select form, setting from nemus_logbook_entries where id = $1::text::uuid', [id]);
    expect(await formOf(entry.id)).toEqual([{ form: 'group', setting: null }]);
    expect(await write({ form: null, setting: 'outpatient', minutes: 60, revision: 2 })).toMatchObject({ revision: 3 });
    expect(await formOf(entry.id)).toEqual([{ form: null, setting: 'outpatient' }]);
    await ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${entry.id}}`]);
    // The person who confirms sees the attributes.
    expect(
      one(await ask(database(), signedIn(scene.confirmer.account), 'select nemus_sign_off_inbox() as inbox')).inbox,
    ).toMatchObject({ entries: [{ attributes: { setting: 'outpatient', form: null } }] });
    await ask(
      database(),
      signedIn(scene.confirmer.account),
      `select nemus_decide_entries($1::text::uuid[], 'confirm')`,
      [`{${entry.id}}`],
    );
    await expect(say(entry.id, { form: 'group' })).rejects.toMatchObject({ code: 'PT409' });
    const correction = text(
      await ask(database(), signedIn(scene.owner), 'select nemus_correct_entry($1::text::uuid)::text as id', [
        entry.id,
      ]),
      'id',
    );
    expect(await formOf(correction)).toEqual([{ form: null, setting: 'outpatient' }]);
  });

  it('a published set keeps its further figures', async () => {
    const set = await addFigures([{ unit: 'cases', category: 'practice' }]);
    for (const statement of [
      'update nemus_requirement_figures set least = 1 where set_id = $1::text::uuid',
      'delete from nemus_requirement_figures where set_id = $1::text::uuid',
      `insert into nemus_requirement_figures (set_id, position, title, unit) values ($1::text::uuid, 9, 'Neu', 'cases')`,
    ]) {
      await expect(database().query(statement, [set])).rejects.toMatchObject({ code: 'PT409' });
    }
  });

  it('hours of 60 minutes are met and targeted as such', async () => {
    const set = await save({ ...FORM, categories: { practice: { title: '', required_units: 3, unit_minutes: '60' } } });
    const targets = await database().query('select area, units from private.nemus_set_targets($1::text::uuid)', [
      set.id,
    ]);
    expect(targets).toEqual([{ area: 'practice', units: 4 }]);
    const standing = (minutes: number) =>
      database().query(`select private.nemus_standing($1::text::bigint, 3, 1, 60) as standing`, [String(minutes)]);
    expect([await standing(179), await standing(180)]).toEqual([[{ standing: 'on_track' }], [{ standing: 'met' }]]);
  });
}
