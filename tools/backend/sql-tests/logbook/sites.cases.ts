import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import {
  addEntry,
  CORRECT_ENTRY,
  DELETE_ENTRY,
  entryForm,
  SAVE_ENTRY,
  SAVE_SITE,
  setLogbookScene,
  type EntryOf,
  type EntryState,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';

/** Sites and cases of a trainee. */
export function logbookPlaceCases(database: () => TestDatabase): void {
  const siteOf = (fields: Readonly<Record<string, unknown>> = {}) => ({
    name: 'Klinik am See',
    started_on: dayFrom(-100),
    ended_on: null,
    share: 50,
    ...fields,
  });
  const saveSite = async (user: string, fields: Readonly<Record<string, unknown>>) =>
    text(await ask(database(), signedIn(user), SAVE_SITE, [JSON.stringify(fields)]), 'id');

  it('saves a site and changes it, for its institution only', async () => {
    const [user, stranger] = [await signUp(database()), await signUp(database())];
    const id = await saveSite(user, siteOf());
    expect(await saveSite(user, siteOf({ id, share: 62.5 }))).toBe(id);
    const asks = (statement: string, parameter: string) =>
      refusal(database(), signedIn(stranger), statement, [parameter]);
    expect((await asks(SAVE_SITE, JSON.stringify(siteOf({ id }))))?.hint).toBe('site_not_found');
    expect((await asks('select nemus_delete_site($1::text::uuid)', id))?.hint).toBe('site_not_found');
    expect(
      one(await database().query('select name, share::float from nemus_logbook_sites where id = $1::text::uuid', [id])),
    ).toEqual({ name: 'Klinik am See', share: 62.5 });
  });

  it.each([
    ['name', ' ', 'missing'],
    ['name', 'x'.repeat(201), 'too_long'],
    ['started_on', '', 'missing'],
    ['ended_on', dayFrom(-101), 'before_start'],
    ['share', 0, 'count'],
    ['share', 101, 'count'],
    ['share', '62,5', 'count'],
    ['share', 62.55, 'count'],
  ])('refuses a site with an odd %s (%#)', async (field, value, problem) => {
    const user = await signUp(database());
    const found = await refusal(database(), signedIn(user), SAVE_SITE, [JSON.stringify(siteOf({ [field]: value }))]);
    expect(found?.values).toMatchObject({ field, problem });
  });

  it('labels a case for its trainee alone, and adds up its hours', async () => {
    const scene = await setLogbookScene(database());
    const own = signedIn(scene.owner);
    const made = text(await ask(database(), own, `select nemus_create_case('{}') ->> 'id' as id`), 'id');
    const label = 'select nemus_label_case($1::text::uuid, $2)';
    await ask(database(), own, label, [made, ' Zwang ']);
    expect(
      one(await ask(database(), own, 'select label from nemus_logbook_cases where id = $1::text::uuid', [made])),
    ).toEqual({ label: 'Zwang' });
    expect((await refusal(database(), signedIn(scene.stranger), label, [made, 'x']))?.hint).toBe('case_not_found');
    expect((await refusal(database(), own, label, [made, 'x'.repeat(31)]))?.values).toMatchObject({ field: 'label' });

    const of = async (id: string) =>
      database().query('update nemus_logbook_entries set case_id = $1::text::uuid where id = $2::text::uuid', [
        made,
        id,
      ]);
    const entry = (state: EntryState, more: EntryOf) => addEntry(database(), scene, state, more);
    await of(await entry('draft', { minutes: 50 }));
    await of(await entry('submitted', { minutes: 45, category: 'supervision' }));
    const counted = async () => one(await ask(database(), own, 'select nemus_case_hours() as hours')).hours;
    const hours = { case_id: made, practice: 50, supervision: 45, entries: 2, last_on: dayFrom(-1) };
    expect(await counted()).toEqual([hours]);
    // A confirmed entry counts until its correction is confirmed.
    const mistaken = await entry('draft', { minutes: 90, day: dayFrom(-3) });
    await of(mistaken);
    const confirm = (id: string) =>
      database().query(
        `update nemus_logbook_entries set state = 'confirmed', confirmed_at = now(), confirmed_by = 'Ada Lehr' where id = $1::text::uuid`,
        [id],
      );
    await confirm(mistaken);
    const correction = text(await ask(database(), own, CORRECT_ENTRY, [mistaken]), 'id');
    expect(await counted()).toEqual([{ ...hours, practice: 140, entries: 3 }]);
    await database().query('update nemus_logbook_entries set minutes = 0 where id = $1::text::uuid', [correction]);
    await confirm(correction);
    expect(await counted()).toEqual([{ ...hours, entries: 3 }]);
    expect(one(await ask(database(), signedIn(scene.stranger), 'select nemus_case_hours() as hours')).hours).toEqual(
      [],
    );
  });

  it('saves a template under its name for its trainee alone, and deletes it', async () => {
    const scene = await setLogbookScene(database());
    const own = signedIn(scene.owner);
    const made = text(await ask(database(), own, `select nemus_create_case('{}') ->> 'id' as id`), 'id');
    const session = { weekday: 1, category: 'practice', minutes: 50, case_id: made };
    const template = { name: ' Dienstag ', first_on: '2026-11-23', last_on: null, sessions: [session] };
    const save = 'select nemus_save_template($1::text::jsonb)::text as id';
    const saved = (fields: object) => ask(database(), own, save, [JSON.stringify({ ...template, ...fields })]);
    const refused = async (fields: object, user = scene.owner) =>
      (await refusal(database(), signedIn(user), save, [JSON.stringify({ ...template, ...fields })]))?.values;
    const id = text(await saved({}), 'id');
    // The same name is the same template; unknown fields are dropped.
    expect(text(await saved({ last_on: '2026-12-31', sessions: [{ ...session, note: 'x' }] }), 'id')).toBe(id);
    const listOf = async (user: string) =>
      one(await ask(database(), signedIn(user), `select nemus_logbook_week('2026-11-23') -> 'templates' as found`))
        .found;
    const found = [{ id, name: 'Dienstag', first_on: '2026-11-23', last_on: '2026-12-31', sessions: [session] }];
    expect(await listOf(scene.owner)).toEqual(found);
    expect(await listOf(scene.stranger)).toEqual([]);
    expect(await refused({ last_on: '2026-11-22' })).toMatchObject({ field: 'last_on', problem: 'before_start' });
    expect(await refused({ sessions: [{ ...session, weekday: 7 }] })).toMatchObject({ field: 'weekday' });
    expect(await refused({ sessions: [7] })).toMatchObject({ field: 'weekday' });
    // The case of another trainee.
    expect(await refused({}, scene.stranger)).toMatchObject({ field: 'case_id', problem: 'choice' });
    expect(await refused({ sessions: [] })).toEqual({ most: 60 });
    const remove = 'select nemus_delete_template($1::text::uuid)';
    await ask(database(), signedIn(scene.stranger), remove, [id]);
    expect(await listOf(scene.owner)).toEqual(found);
    // A case that only a template names can be deleted; the template stays.
    await ask(database(), own, 'select nemus_delete_case($1::text::uuid)', [made]);
    expect(await listOf(scene.owner)).toEqual(found);
    await ask(database(), own, remove, [id]);
    await ask(database(), own, remove, [id]);
    expect(await listOf(scene.owner)).toEqual([]);
    for (let n = 0; n < 50; n += 1) await saved({ name: `Woche ${n}`, sessions: [{ ...session, case_id: null }] });
    expect(await refused({ sessions: [{ ...session, case_id: null }] })).toEqual({ most: 50 });
  });

  it('deletes a site or a case that no entry names, and keeps the others', async () => {
    const user = await signUp(database());
    const site = await saveSite(user, siteOf());
    const made = text(await ask(database(), signedIn(user), `select nemus_create_case('{}') ->> 'id' as id`), 'id');
    const entry = entryForm({ site_id: site, case_id: made });
    await ask(database(), signedIn(user), SAVE_ENTRY, [JSON.stringify(entry)]);
    const deleting = [
      ['select nemus_delete_site($1::text::uuid)', site, 'site_in_use'],
      ['select nemus_delete_case($1::text::uuid)', made, 'case_in_use'],
    ] as const;
    for (const [statement, id, hint] of deleting) {
      expect((await refusal(database(), signedIn(user), statement, [id]))?.hint).toBe(hint);
    }
    await ask(database(), signedIn(user), DELETE_ENTRY, [entry.id]);
    for (const [statement, id] of deleting) {
      expect(await refusal(database(), signedIn(user), statement, [id])).toBeNull();
    }
  });

  it('makes codes that no word, name or year is, and none twice', async () => {
    const user = await signUp(database());
    const codes = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      const { made } = one(await ask(database(), signedIn(user), `select nemus_create_case('{}') ->> 'code' as made`));
      expect(made).toMatch(/^F-[2346789][ACDEFHJKMNPRTUVWXY][2346789][ACDEFHJKMNPRTUVWXY]$/);
      codes.add(String(made));
    }
    expect(codes.size).toBe(40);
  });

  it('closes a case on a day that can be, and opens it again', async () => {
    const [user, stranger] = [await signUp(database()), await signUp(database())];
    const made = text(
      await ask(database(), signedIn(user), `select nemus_create_case($1::text::jsonb) ->> 'id' as id`, [
        JSON.stringify({ age_band: '30-44', started_on: dayFrom(-10) }),
      ]),
      'id',
    );
    const close = (day: string | null, who = user) =>
      refusal(database(), signedIn(who), 'select nemus_close_case($1::text::uuid, $2::text::date)', [made, day]);
    expect((await close(dayFrom(-11)))?.values).toEqual({ field: 'closed_on', problem: 'before_start' });
    expect((await close(dayFrom(1)))?.values).toEqual({ field: 'closed_on', problem: 'future' });
    expect((await close(dayFrom(), stranger))?.hint).toBe('case_not_found');
    expect(await close(dayFrom())).toBeNull();
    expect(await close(null)).toBeNull();
  });
}
