import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type Refusal, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import {
  addConfirmer,
  addEntry,
  CORRECT_ENTRY,
  DELETE_ENTRY,
  entryForm,
  SAVE_ENTRY,
  SAVE_SITE,
  setLogbookScene,
  SUBMIT_ENTRIES,
  TAKE_BACK_ENTRY,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';

/** What a trainee may save, submit, take back and correct, and the refusals. */
export function logbookEntryCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });

  const save = async (fields: Readonly<Record<string, unknown>>, user = scene.owner) =>
    one(await ask(database(), signedIn(user), SAVE_ENTRY, [JSON.stringify(fields)])).saved;
  const refused = (fields: Readonly<Record<string, unknown>>, user = scene.owner) =>
    refusal(database(), signedIn(user), SAVE_ENTRY, [JSON.stringify(fields)]);
  const refusedFor = (statement: string, id: string, user = scene.owner) =>
    refusal(database(), signedIn(user), statement, [id]);
  const rowOf = async (id: string) =>
    one(await database().query('select * from nemus_logbook_entries where id = $1::text::uuid', [id]));
  const told = (found: Refusal | null) => [found?.code, found?.hint, found?.values];

  it('saves an entry under the id that the client made, once, however often it is uploaded', async () => {
    const entry = entryForm({ note: '  Gruppe \r\n' });
    const saved = { id: entry.id, revision: 1, state: 'draft' };
    expect(await save(entry)).toEqual(saved);
    expect(await save(entry)).toEqual(saved);
    const change = { ...entry, revision: 1, minutes: 90 };
    expect(await save(change)).toEqual({ ...saved, revision: 2 });
    // The answer was lost: the same change is sent again, with the earlier revision.
    expect(await save(change)).toEqual({ ...saved, revision: 2 });
    expect(await rowOf(entry.id)).toMatchObject({ minutes: 90, note: 'Gruppe', revision: 2, state: 'draft' });
  });

  it('saves a week or a list: each entry on its own, an imported one marked, and twice is once', async () => {
    const good = entryForm({ is_imported: true });
    const [future, typed, changed] = [entryForm({ done_on: dayFrom(1) }), entryForm(), entryForm()];
    await save(typed);
    await save({ ...typed, revision: 1, minutes: 90 });
    await save(changed);
    const send = async (entries: unknown, user = scene.owner) =>
      one(
        await ask(database(), signedIn(user), 'select nemus_save_entries($1::text::jsonb) as done', [
          JSON.stringify(entries),
        ]),
      ).done;
    const answer = {
      saved: [
        { id: good.id, revision: 1, state: 'draft' },
        { id: changed.id, revision: 2, state: 'draft' },
      ],
      refused: [
        { id: future.id, code: 'invalid_field', values: { field: 'done_on', problem: 'future' } },
        // It was changed since: a list that knows nothing of that does not undo it.
        { id: typed.id, code: 'entry_changed', values: { revision: 2 } },
        { id: null, code: 'invalid_request', values: null },
      ],
    };
    const list = [good, future, typed, 7, { ...changed, revision: 1, minutes: 60 }];
    expect(await send(list)).toEqual(answer);
    expect(await send(list)).toEqual(answer);
    expect(await rowOf(good.id)).toMatchObject({ is_imported: true, state: 'draft', revision: 1 });
    expect(await rowOf(typed.id)).toMatchObject({ is_imported: false, minutes: 90 });
    expect(await rowOf(changed.id)).toMatchObject({ is_imported: false, minutes: 60, revision: 2 });
    expect(await send([{ ...entryForm(), id: good.id }], scene.stranger)).toMatchObject({
      saved: [],
      refused: [{ code: 'entry_not_found' }],
    });
    await expect(send([])).rejects.toThrow('too_many_entries');
    await expect(send({})).rejects.toThrow('invalid_request');
    await expect(send([good], scene.institution)).rejects.toThrow('trainee_required');
  });

  it('tells who changed something in between, and changes nothing then', async () => {
    const entry = entryForm();
    await save(entry);
    await save({ ...entry, revision: 1, minutes: 90 });
    expect(told(await refused({ ...entry, revision: 1, minutes: 135 }))).toEqual([
      'PT409',
      'entry_changed',
      { revision: 2 },
    ]);
    expect(told(await refused({ ...entry, minutes: 135 }))).toEqual(['PT409', 'entry_changed', { revision: 2 }]);
    await ask(database(), signedIn(scene.owner), DELETE_ENTRY, [entry.id]);
    expect((await refused({ ...entry, revision: 2, minutes: 135 }))?.hint).toBe('entry_not_found');
  });

  it.each([
    ['done_on', null, 'missing'],
    ['done_on', '2026-02-30', 'date'],
    ['done_on', '23.11.2026', 'date'],
    ['done_on', '0206-11-23', 'date'],
    ['done_on', dayFrom(1), 'future'],
    ['category', 'holiday', 'choice'],
    ['category', null, 'missing'],
    ['minutes', 0, 'count'],
    ['minutes', 1441, 'count'],
    ['minutes', 44.5, 'count'],
    ['minutes', -45, 'count'],
    ['minutes', null, 'missing'],
    ['competency', 'jura', 'choice'],
    ['level', 'expert', 'choice'],
    ['level', null, 'missing'],
    ['note', 'x'.repeat(2001), 'too_long'],
    ['site_id', 'x', 'choice'],
    ['site_id', '00000000-0000-4000-8000-000000000000', 'choice'],
    ['case_id', '00000000-0000-4000-8000-000000000000', 'choice'],
    ['confirmer_id', '00000000-0000-4000-8000-000000000000', 'confirmer'],
    ['id', 'x', 'choice'],
    ['id', null, 'missing'],
  ])('refuses an odd %s beside its field (%#)', async (field, value, problem) => {
    const found = await refused(entryForm({ [field]: value }));
    expect(told(found)).toEqual(['PT400', 'invalid_field', expect.objectContaining({ field, problem })]);
  });

  it.each([['null'], ['[]'], ['"x"'], ['1']])('refuses %s instead of an entry', async (given) => {
    expect((await refusal(database(), signedIn(scene.owner), SAVE_ENTRY, [given]))?.hint).toBe('invalid_request');
  });

  it('takes a level with a competency alone', async () => {
    expect(told(await refused(entryForm({ competency: null }))).at(2)).toEqual({
      field: 'competency',
      problem: 'missing',
    });
    await expect(save(entryForm({ competency: null, level: null }))).resolves.toMatchObject({ revision: 1 });
  });

  it('lets a day have 24 hours, and says how much of it is left', async () => {
    const full = entryForm({ minutes: 1400 });
    await save(full);
    expect(told(await refused(entryForm({ minutes: 45 }))).at(2)).toEqual({
      field: 'minutes',
      problem: 'day_full',
      left: 40,
    });
    await save(entryForm({ minutes: 40 }));
    await save(entryForm({ minutes: 45, done_on: dayFrom(-2) }));
    // Its own minutes are not counted twice.
    await save({ ...full, revision: 1, minutes: 1390 });
  });

  it('takes own sites and cases alone, and while they last', async () => {
    const site = text(
      await ask(database(), signedIn(scene.owner), SAVE_SITE, [
        JSON.stringify({ name: 'Klinik', started_on: dayFrom(-10), ended_on: dayFrom(-5), share: 50 }),
      ]),
      'id',
    );
    const made = text(
      await ask(database(), signedIn(scene.owner), `select nemus_create_case('{}') ->> 'id' as id`),
      'id',
    );
    await save(entryForm({ site_id: site, case_id: made, done_on: dayFrom(-5) }));
    expect((await refused(entryForm({ site_id: site })))?.values).toEqual({ field: 'site_id', problem: 'site_period' });
    await ask(database(), signedIn(scene.owner), 'select nemus_close_case($1::text::uuid, $2::text::date)', [
      made,
      dayFrom(-5),
    ]);
    expect((await refused(entryForm({ case_id: made })))?.values).toEqual({ field: 'case_id', problem: 'case_closed' });
    expect((await refused(entryForm({ site_id: site, done_on: dayFrom(-5) }), scene.stranger))?.values).toEqual({
      field: 'site_id',
      problem: 'choice',
    });
    expect((await refused(entryForm({ case_id: made }), scene.stranger))?.values).toEqual({
      field: 'case_id',
      problem: 'choice',
    });
  });

  it('takes persons of a linked institution alone, in a role for the category, on that day', async () => {
    const problem = async (confirmer: string, fields: Readonly<Record<string, unknown>> = {}, user = scene.owner) =>
      (await refused(entryForm({ confirmer_id: confirmer, ...fields }), user))?.values;
    const wrong = { field: 'confirmer_id', problem: 'confirmer' };
    expect(await problem(scene.confirmer.id)).toBeUndefined();
    expect(await problem(scene.confirmer.id, { category: 'self_experience' })).toEqual(wrong);
    expect(await problem(scene.confirmer.id, { done_on: dayFrom(-400) })).toEqual(wrong);
    const lecturer = await addConfirmer(database(), scene.institution, ['lecturer'], {
      from: dayFrom(-20),
      until: dayFrom(-10),
    });
    expect(await problem(lecturer.id, { category: 'theory', done_on: dayFrom(-10) })).toBeUndefined();
    expect(await problem(lecturer.id, { category: 'theory', done_on: dayFrom(-9) })).toEqual(wrong);
    expect(await problem(lecturer.id, { category: 'practice', done_on: dayFrom(-10) })).toEqual(wrong);
    const elsewhere = await addConfirmer(database(), await signUpInstitution(database(), 'Klinik am See'), ['leader']);
    expect(await problem(elsewhere.id)).toEqual(wrong);
    expect(await problem(scene.confirmer.id, {}, await signUp(database()))).toEqual(wrong);
    await database().query('update nemus_confirmers set ended_at = now() where id = $1::text::uuid', [
      scene.confirmer.id,
    ]);
    expect(await problem(scene.confirmer.id)).toEqual(wrong);
  });

  it('takes a role for one trainee from this one alone, and from none for themselves', async () => {
    const own = await addConfirmer(database(), scene.institution, ['leader']);
    await database().query(
      `update nemus_confirmer_roles set trainee_id = $2::text::uuid where confirmer_id = $1::text::uuid`,
      [own.id, scene.trainee],
    );
    await save(entryForm({ confirmer_id: own.id }));
    expect((await refused(entryForm({ confirmer_id: own.id }), scene.stranger))?.values).toMatchObject({
      problem: 'confirmer',
    });
    await database().query('update nemus_confirmers set user_id = $2::text::uuid where id = $1::text::uuid', [
      own.id,
      scene.owner,
    ]);
    expect((await refused(entryForm({ confirmer_id: own.id })))?.values).toMatchObject({ problem: 'confirmer' });
  });

  it('is for trainees: an institution keeps none', async () => {
    expect(told(await refused(entryForm(), scene.institution)).slice(0, 2)).toEqual(['PT403', 'trainee_required']);
  });

  it('reveals nothing of another logbook to an account that knows an id of it', async () => {
    const entry = entryForm();
    await save(entry);
    for (const again of [entry, { ...entry, revision: 1, minutes: 90 }]) {
      expect((await refused(again, scene.stranger))?.hint).toBe('entry_not_found');
    }
    for (const statement of [DELETE_ENTRY, TAKE_BACK_ENTRY, CORRECT_ENTRY]) {
      expect((await refusedFor(statement, entry.id, scene.stranger))?.hint).toBe('entry_not_found');
    }
    expect((await refusedFor(SUBMIT_ENTRIES, `{${entry.id}}`, scene.stranger))?.hint).toBe('entry_not_found');
    expect(await rowOf(entry.id)).toMatchObject({ minutes: 45, state: 'draft' });
  });

  it('submits all or none', async () => {
    const [ready, unready] = [entryForm({ confirmer_id: scene.confirmer.id }), entryForm()];
    await save(ready);
    await save(unready);
    expect(told(await refusedFor(SUBMIT_ENTRIES, `{${ready.id},${unready.id}}`))).toEqual([
      'PT409',
      'entry_incomplete',
      { of: 'confirmer', id: unready.id, done_on: dayFrom(-1) },
    ]);
    expect((await rowOf(ready.id)).state).toBe('draft');
    expect(one(await ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${ready.id},${ready.id}}`])).n).toBe(1);
    expect(await rowOf(ready.id)).toMatchObject({
      state: 'submitted',
      institution_id: scene.institution,
      submitted_at: expect.anything(),
      revision: 2,
    });
    for (const odd of ['{}', `{${Array.from({ length: 101 }, () => randomUUID()).join(',')}}`]) {
      expect((await refusedFor(SUBMIT_ENTRIES, odd))?.hint).toBe('too_many_entries');
    }
    expect((await refusedFor(SUBMIT_ENTRIES, `{NULL}`))?.hint).toBe('entry_not_found');
  });

  it('submits nothing to a person whose role has ended since', async () => {
    const entry = entryForm({ confirmer_id: scene.confirmer.id });
    await save(entry);
    await database().query(
      `update nemus_confirmer_roles set valid_until = $2::text::date where confirmer_id = $1::text::uuid`,
      [scene.confirmer.id, dayFrom(-2)],
    );
    expect((await refusedFor(SUBMIT_ENTRIES, `{${entry.id}}`))?.values).toMatchObject({ of: 'role' });
  });

  it('makes a draft of a returned entry that is changed: who returned it decides nothing more', async () => {
    const entry = await addEntry(database(), scene, 'returned');
    await save(entryForm({ id: entry, revision: 1, minutes: 45 }));
    expect(await rowOf(entry)).toMatchObject({
      state: 'draft',
      revision: 2,
      decided_by: null,
      institution_id: null,
      return_reason: 'Das Datum stimmt nicht.',
    });
    expect(
      await ask(
        database(),
        signedIn(scene.confirmer.account),
        'select 1 from nemus_logbook_entries where id = $1::text::uuid',
        [entry],
      ),
    ).toEqual([]);
  });

  it('takes back undecided entries', async () => {
    const entry = await addEntry(database(), scene, 'submitted');
    await ask(database(), signedIn(scene.owner), TAKE_BACK_ENTRY, [entry]);
    expect(await rowOf(entry)).toMatchObject({ state: 'draft', submitted_at: null, institution_id: null });
    expect(told(await refusedFor(TAKE_BACK_ENTRY, entry))).toEqual(['PT409', 'entry_state', { state: 'draft' }]);
  });

  it('corrects a confirmed entry by another one that cites it, once at a time', async () => {
    const entry = await addEntry(database(), scene, 'confirmed', { minutes: 1400 });
    const correct = async () => text(await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [entry]), 'id');
    const correction = await correct();
    expect(await correct()).toBe(correction);
    expect(await rowOf(correction)).toMatchObject({ state: 'draft', corrects: entry, minutes: 1400, revision: 1 });
    // It replaces what it corrects: the day is not full with both, and even zero is possible.
    const form = entryForm({ id: correction, revision: 1, minutes: 0, confirmer_id: scene.confirmer.id });
    await save(form);
    expect((await refused(entryForm({ minutes: 0 })))?.hint).toBe('invalid_field');
    await database().query(
      `update nemus_logbook_entries set state = 'confirmed', confirmed_at = now(), confirmed_by = 'Ada Lehr' where id = $1::text::uuid`,
      [correction],
    );
    expect((await refusedFor(CORRECT_ENTRY, entry))?.hint).toBe('entry_corrected');
    expect(text(await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [correction]), 'id')).not.toBe(correction);
    expect((await rowOf(entry)).minutes).toBe(1400);
  });

  it('deletes with the account everything of the logbook', async () => {
    const { account } = await linkTrainee(database(), scene.institution);
    const own = signedIn(account);
    await ask(database(), own, `select nemus_create_case('{}')`);
    const site = text(
      await ask(database(), own, SAVE_SITE, [
        JSON.stringify({ name: 'Klinik', started_on: dayFrom(-10), ended_on: null, share: 100 }),
      ]),
      'id',
    );
    const confirmed = await addEntry(database(), { ...scene, owner: account }, 'confirmed');
    await ask(database(), own, CORRECT_ENTRY, [confirmed]);
    await save(entryForm({ site_id: site }), account);
    await database().query('delete from auth.users where id = $1::text::uuid', [account]);
    expect(
      await database().query('select 1 from nemus_logbook_entries where user_id = $1::text::uuid', [account]),
    ).toEqual([]);
  });

  it('shows a week of the own logbook with the names of what it points at', async () => {
    const monday = '2026-11-02';
    const entry = entryForm({ done_on: '2026-11-08', confirmer_id: scene.confirmer.id, minutes: 60 });
    await save(entry);
    await save(entryForm({ done_on: '2026-11-09' }));
    const week = async (user: string) =>
      one(await ask(database(), signedIn(user), 'select nemus_logbook_week($1::text::date) as week', [monday])).week;
    expect(await week(scene.owner)).toEqual({
      entries: [
        expect.objectContaining({
          id: entry.id,
          done_on: '2026-11-08',
          confirmer: 'Ada Lehr',
          minutes: 60,
          state: 'draft',
        }),
      ],
      waiting: [{ monday: '2026-11-09', state: 'draft', count: 1 }],
      remembered: { practice: expect.objectContaining({ minutes: 45, confirmer_id: null }) },
      attributes: {},
    });
    expect(await week(scene.stranger)).toEqual({ entries: [], waiting: [], remembered: {}, attributes: {} });
  });

  it('names who may confirm, without an address, to trainees of the institution alone', async () => {
    const people = async (user: string) =>
      one(await ask(database(), signedIn(user), 'select nemus_possible_confirmers() as people')).people;
    const found = await people(scene.owner);
    expect(found).toEqual([
      expect.objectContaining({ name: 'Ada Lehr', institution: 'Ambulanz am Park' }),
      expect.objectContaining({ name: 'Ada Lehr' }),
    ]);
    expect(JSON.stringify(found)).not.toContain('@');
    expect(await people(await signUp(database()))).toEqual([]);
    expect(await people(scene.institution)).toEqual([]);
  });
}
