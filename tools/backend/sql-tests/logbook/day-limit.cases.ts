import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addEntry,
  CORRECT_ENTRY,
  entryForm,
  SAVE_ENTRY,
  SAVE_SITE,
  setLogbookScene,
  SUBMIT_ENTRIES,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import { addOutsider, claimFor, DECIDE_BY_LINK, decide, decisionRefused, submitTo } from '../scenes/sign-off';

/** The limits of a day are checked when an entry is saved, submitted and confirmed. */
export function dayLimitCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });
  const day = dayFrom(-1);

  const form = (fields: Readonly<Record<string, unknown>> = {}) =>
    entryForm({ done_on: day, confirmer_id: scene.confirmer.id, ...fields });
  const save = (fields: Readonly<Record<string, unknown>>) =>
    ask(database(), signedIn(scene.owner), SAVE_ENTRY, [JSON.stringify(fields)]);
  const saveRefused = (fields: Readonly<Record<string, unknown>>) =>
    refusal(database(), signedIn(scene.owner), SAVE_ENTRY, [JSON.stringify(fields)]);
  const submit = (...ids: readonly string[]) =>
    ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${ids.join(',')}}`]);
  const submitRefused = (...ids: readonly string[]) =>
    refusal(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${ids.join(',')}}`]);
  const correct = async (id: string) => text(await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [id]), 'id');
  const confirmedMinutes = async () =>
    one(
      await database().query(
        `select coalesce(sum(e.minutes), 0)::int as n from nemus_logbook_entries e
         where e.user_id = $1::text::uuid and e.done_on = $2::text::date and e.state = 'confirmed'
           and not exists (select from nemus_logbook_entries c where c.corrects = e.id and c.state = 'confirmed')`,
        [scene.owner, day],
      ),
    ).n;

  it.each(['draft', 'submitted', 'returned'] as const)(
    'an open correction (%s) frees no hours of its day',
    async (state) => {
      const entry = await addEntry(database(), scene, 'confirmed', { minutes: 1400, day });
      const correction = await correct(entry);
      await save(form({ id: correction, revision: 1, minutes: 0 }));
      if (state !== 'draft') await submit(correction);
      if (state === 'returned')
        await decide(database(), scene.confirmer.account, [correction], 'return', 'Stimmt nicht.');
      expect((await saveRefused(form({ minutes: 45 })))?.values).toEqual({
        field: 'minutes',
        problem: 'day_full',
        left: 40,
      });
      await save(form({ minutes: 40 }));
    },
  );

  it('a logbook has at most 20,000 entries, which can still be changed', async () => {
    const entry = form({ minutes: 45 });
    await save(entry);
    await database().query('alter table nemus_logbook_entries disable trigger user');
    await database().query(
      `insert into nemus_logbook_entries (id, user_id, done_on, category, minutes)
       select gen_random_uuid(), $1::text::uuid, $2::text::date - 1 - n % 1000, 'practice', 1
       from generate_series(1, 19999) as n`,
      [scene.owner, day],
    );
    await database().query('alter table nemus_logbook_entries enable trigger user');
    expect(await saveRefused(form({ minutes: 45 }))).toMatchObject({
      code: 'PT409',
      hint: 'logbook_full',
      values: { most: 20_000 },
    });
    await save({ ...entry, revision: 1, minutes: 60 });
    await database().query('delete from nemus_logbook_entries where user_id = $1::text::uuid', [scene.owner]);
  });

  it('a confirmed correction frees the hours that it takes back', async () => {
    const entry = await addEntry(database(), scene, 'confirmed', { minutes: 1400, day });
    const correction = await correct(entry);
    await save(form({ id: correction, revision: 1, minutes: 60 }));
    await submit(correction);
    await decide(database(), scene.confirmer.account, [correction]);
    const rest = form({ minutes: 1380 });
    await save(rest);
    await submit(rest.id);
    await decide(database(), scene.confirmer.account, [rest.id]);
    expect(await confirmedMinutes()).toBe(1440);
  });

  it('undoing a correction brings back no hours that the day has no room for any more', async () => {
    const entry = await addEntry(database(), scene, 'confirmed', { minutes: 1400, day });
    const correction = await correct(entry);
    await save(form({ id: correction, revision: 1, minutes: 60 }));
    await submit(correction);
    await decide(database(), scene.confirmer.account, [correction]);
    const rest = form({ minutes: 1380 });
    await save(rest);
    await submit(rest.id);
    await decide(database(), scene.confirmer.account, [rest.id]);
    const undo = (...ids: readonly string[]) =>
      refusal(database(), signedIn(scene.confirmer.account), 'select nemus_undo_confirmations($1::text::uuid[])', [
        `{${ids.join(',')}}`,
      ]);
    expect(await undo(correction)).toMatchObject({ hint: 'day_full', values: { done_on: day, left: 60 } });
    expect(await confirmedMinutes()).toBe(1440);
    // Both are undone together.
    expect(await undo(correction, rest.id)).toBeNull();
    expect(await confirmedMinutes()).toBe(1400);
  });

  it('an open correction reserves the minutes that it adds', async () => {
    const entry = await addEntry(database(), scene, 'confirmed', { minutes: 60, day });
    const correction = await correct(entry);
    await save(form({ id: correction, revision: 1, minutes: 1400 }));
    expect((await saveRefused(form({ minutes: 45 })))?.values).toMatchObject({ problem: 'day_full', left: 40 });
    await save(form({ minutes: 40 }));
  });

  it('entries that became too many after they were saved are not submitted', async () => {
    await addEntry(database(), scene, 'confirmed', { minutes: 1400, day });
    const late = await addEntry(database(), scene, 'draft', { minutes: 90, day });
    expect(await submitRefused(late)).toMatchObject({
      code: 'PT409',
      hint: 'day_full',
      values: { done_on: day, left: 40 },
    });
  });

  it('entries of one submission count together', async () => {
    const ids = [
      await addEntry(database(), scene, 'draft', { minutes: 800, day }),
      await addEntry(database(), scene, 'draft', { minutes: 800, day }),
    ];
    expect((await submitRefused(...ids))?.hint).toBe('day_full');
    await submit(ids[0] ?? '');
  });

  it('entries that became too many after they were submitted are not confirmed, by account or by link', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const byLink = await submitTo(database(), scene, outsider.id, { minutes: 1400, day });
    const [letter] = await claimFor(database(), outsider.email);
    const ids = [
      await addEntry(database(), scene, 'submitted', { minutes: 1400, day }),
      await addEntry(database(), scene, 'submitted', { minutes: 1400, day }),
    ];
    // All of one decision or none, and the sum of the decision counts.
    expect(await decisionRefused(database(), scene.confirmer.account, ids)).toMatchObject({
      code: 'PT409',
      hint: 'day_full',
      values: { done_on: day, left: 40 },
    });
    await decide(database(), scene.confirmer.account, ids.slice(0, 1));
    expect((await decisionRefused(database(), scene.confirmer.account, ids.slice(1)))?.hint).toBe('day_full');
    expect(
      (await refusal(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${byLink}}`, 'confirm', null]))
        ?.hint,
    ).toBe('day_full');
    expect(await confirmedMinutes()).toBe(1400);
    // The way out: the entry goes back to the trainee.
    await decide(database(), scene.confirmer.account, ids.slice(1), 'return', 'Zu viele Stunden.');
  });

  it('a site or case that changed after saving is checked again on submission', async () => {
    const owner = signedIn(scene.owner);
    const site = { name: 'Klinik', started_on: dayFrom(-20), ended_on: null, share: 100 };
    const id = text(await ask(database(), owner, SAVE_SITE, [JSON.stringify(site)]), 'id');
    const entry = form({ site_id: id });
    await save(entry);
    await ask(database(), owner, SAVE_SITE, [JSON.stringify({ ...site, id, ended_on: dayFrom(-2) })]);
    expect(await submitRefused(entry.id)).toMatchObject({ hint: 'entry_incomplete', values: { of: 'site_period' } });

    const made = text(await ask(database(), owner, `select nemus_create_case('{}') ->> 'id' as id`), 'id');
    const treatment = form({ case_id: made });
    await save(treatment);
    await ask(database(), owner, 'select nemus_close_case($1::text::uuid, $2::text::date)', [made, dayFrom(-2)]);
    expect(await submitRefused(treatment.id)).toMatchObject({
      hint: 'entry_incomplete',
      values: { of: 'case_closed' },
    });
  });
}
