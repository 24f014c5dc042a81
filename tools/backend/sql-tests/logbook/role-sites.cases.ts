import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addConfirmer,
  addEntry,
  entryForm,
  SAVE_ENTRY,
  SAVE_SITE,
  setLogbookScene,
  SUBMIT_ENTRIES,
  type Confirmer,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import { decisionRefused } from '../scenes/sign-off';

/** A role with a site is valid there alone; and a signed site stays unchanged. */
export function roleSiteCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let leader: Confirmer;
  let lake: string;
  let park: string;
  const saveSite = async (fields: object, user = scene.owner) =>
    text(await ask(database(), signedIn(user), SAVE_SITE, [JSON.stringify({ share: 100, ...fields })]), 'id');
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    leader = await addConfirmer(database(), scene.institution, ['leader']);
    await database().query(
      'update nemus_confirmer_roles set site = $2 where confirmer_id = $1::text::uuid',
      // As a Mac copies it: ü in two characters.
      [leader.id, ' Klinik  am Su\u0308dsee'],
    );
    lake = await saveSite({ name: 'klinik am  SÜDSEE', started_on: dayFrom(-100) });
    park = await saveSite({ name: 'Klinik am Park', started_on: dayFrom(-100) });
  });

  const save = (fields: Readonly<Record<string, unknown>>) =>
    refusal(database(), signedIn(scene.owner), SAVE_ENTRY, [
      JSON.stringify(entryForm({ confirmer_id: leader.id, ...fields })),
    ]);
  const submit = (id: string) => refusal(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${id}}`]);
  const decide = (id: string, decision: string, reason: string | null = null) =>
    decisionRefused(database(), leader.account, [id], decision, reason);
  const putAt = (id: string, site: string | null) =>
    database().query('update nemus_logbook_entries set site_id = $2::text::uuid where id = $1::text::uuid', [id, site]);

  it('names the person for hours at that site alone, however it is spelt in capitals, spaces and composed letters', async () => {
    expect(await save({ site_id: lake })).toBeNull();
    for (const site of [park, null]) {
      expect((await save({ site_id: site }))?.values).toEqual({ field: 'confirmer_id', problem: 'confirmer_site' });
    }
    // Without any valid role, the site is not the reason.
    expect((await save({ site_id: lake, category: 'supervision' }))?.values).toMatchObject({ problem: 'confirmer' });
  });

  it('submits for that site alone, also when the role got its site later', async () => {
    const id = await addEntry(database(), { ...scene, confirmer: leader }, 'draft');
    for (const site of [park, null]) {
      await putAt(id, site);
      expect(await submit(id)).toMatchObject({ hint: 'entry_incomplete', values: { of: 'site' } });
    }
    await putAt(id, lake);
    expect(await submit(id)).toBeNull();
  });

  it('confirms for that site alone; what was submitted before can be returned', async () => {
    const id = await addEntry(database(), { ...scene, confirmer: leader }, 'submitted');
    await putAt(id, park);
    expect(await decide(id, 'confirm')).toMatchObject({ hint: 'role_missing', values: { of: 'site' } });
    expect(await decide(id, 'return', 'Nicht meine Stätte.')).toBeNull();
    const right = await addEntry(database(), { ...scene, confirmer: leader }, 'submitted');
    await putAt(right, lake);
    expect(await decide(right, 'confirm')).toBeNull();
  });

  it('another institution’s site with the right name does not count', async () => {
    const theirs = await saveSite({ name: 'Klinik am See', started_on: dayFrom(-100) }, scene.stranger);
    const answer = await database().query(
      `select private.nemus_role_for(e, $1::text::uuid) as role
       from jsonb_populate_record(null::nemus_logbook_entries, $2::text::jsonb) e`,
      [leader.id, JSON.stringify({ user_id: scene.owner, category: 'practice', done_on: dayFrom(), site_id: theirs })],
    );
    expect(one(answer).role).toBeNull();
  });

  it('what was submitted or confirmed keeps the name of its site, and its days', async () => {
    const refused = (fields: object) =>
      refusal(database(), signedIn(scene.owner), SAVE_SITE, [
        JSON.stringify({ id: lake, share: 50, name: 'klinik am  SEE', started_on: dayFrom(-100), ...fields }),
      ]);
    const draft = await addEntry(database(), { ...scene, confirmer: leader }, 'draft', { day: dayFrom(-10) });
    await putAt(draft, lake);
    expect(await refused({ name: 'Klinik am Meer' })).toBeNull();
    expect(await refused({})).toBeNull();
    const signed = await addEntry(database(), { ...scene, confirmer: leader }, 'submitted', { day: dayFrom(-10) });
    await putAt(signed, lake);
    for (const [fields, values] of [
      [{ name: 'Klinik am Meer' }, { field: 'name', problem: 'site_signed' }],
      [{ started_on: dayFrom(-9) }, { field: 'started_on', problem: 'site_days' }],
      [{ ended_on: dayFrom(-11) }, { field: 'ended_on', problem: 'site_days' }],
    ] as const) {
      expect((await refused(fields))?.values).toEqual(values);
    }
    expect(await refused({ started_on: dayFrom(-10), ended_on: dayFrom(-10) })).toBeNull();
  });
}
