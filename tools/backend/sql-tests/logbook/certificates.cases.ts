import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type Row, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addConfirmer,
  addEntry,
  addFile,
  BEGIN_CERTIFICATE,
  certificateForm,
  CORRECT_ENTRY,
  DELETE_ENTRY,
  entryForm,
  SAVE_ENTRY,
  SAVE_SITE,
  setLogbookScene,
  SUBMIT_ENTRIES,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import {
  addOutsider,
  claimFor,
  DECIDE_BY_LINK,
  decide,
  decisionRefused,
  HAND_OVER,
  submitTo,
  THIS_WEEK,
} from '../scenes/sign-off';

const OBJECT = `select name from storage.objects where bucket_id = 'logbook' and name = $1`;
const ABANDONED = `select path from nemus_abandoned_uploads() where bucket = 'logbook'`;
const DROP = 'select nemus_drop_uploads(array[$1, $2])';
const SHA = 'ab'.repeat(32);

/** Certificates of courses elsewhere: their file, who reads it, and what they count for. */
export function certificateCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });
  const day = dayFrom(-1);
  const asOwner = (sql: string, values: readonly (string | null)[] = []) =>
    ask(database(), signedIn(scene.owner), sql, values);
  const save = (fields: object) => asOwner(SAVE_ENTRY, [JSON.stringify(fields)]);
  const saveRefused = (fields: object) =>
    refusal(database(), signedIn(scene.owner), SAVE_ENTRY, [JSON.stringify(fields)]);
  const submit = (id: string) => asOwner(SUBMIT_ENTRIES, [`{${id}}`]);
  const submitRefused = (id: string) => refusal(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${id}}`]);
  const sees = async (caller: string, path: string) =>
    (await ask(database(), signedIn(caller), OBJECT, [path])).length > 0;
  /** Who of the scene reads a file. */
  const readers = async (path: string) => {
    const found: string[] = [];
    for (const [name, account] of Object.entries({
      owner: scene.owner,
      confirmer: scene.confirmer.account,
      deputy: scene.deputy.account,
      institution: scene.institution,
      stranger: scene.stranger,
    })) {
      if (await sees(account, path)) found.push(name);
    }
    expect(await ask(database(), ANONYMOUS, OBJECT, [path])).toEqual([]);
    return found;
  };

  /** A certificate in a state. */
  async function certificate(
    state: 'draft' | 'submitted' | 'confirmed',
    fields: Readonly<Record<string, unknown>> = {},
  ) {
    const file = await addFile(database(), scene.owner);
    const form = certificateForm(file.id, { confirmer_id: scene.confirmer.id, ...fields });
    await save(form);
    if (state !== 'draft') await submit(form.id);
    if (state === 'confirmed') await decide(database(), scene.confirmer.account, [form.id]);
    return { ...form, path: file.path };
  }
  const abandoned = async () => (await ask(database(), SERVICE, ABANDONED)).map(({ path }) => String(path));
  const rowsOf = (...files: readonly { readonly path: string }[]) =>
    database().query('select path from nemus_logbook_files where path = any ($1::text::text[])', [
      `{${files.map(({ path }) => path).join(',')}}`,
    ]);
  /** Lets hours pass for files that were given up. */
  const passHours = (hours: number) =>
    database().query(`update nemus_logbook_files set dropped_at = dropped_at - $1::text::int * interval '1 hour'`, [
      String(hours),
    ]);
  const entryOf = async (id: string): Promise<Row> =>
    one(await database().query('select * from nemus_logbook_entries where id = $1::text::uuid', [id]));

  it('are read by the trainee, from submission on by who confirms, never by the institution', async () => {
    const { id, path } = await certificate('draft');
    expect(await readers(path)).toEqual(['owner']);
    await submit(id);
    expect(await readers(path)).toEqual(['owner', 'confirmer', 'deputy']);
    await decide(database(), scene.confirmer.account, [id], 'return', 'Das Datum fehlt.');
    expect(await readers(path)).toEqual(['owner', 'confirmer']);
    await submit(id);
    await decide(database(), scene.confirmer.account, [id]);
    expect(await readers(path)).toEqual(['owner', 'confirmer']);
    // Off the list, nothing.
    await database().query('update nemus_confirmers set ended_at = now() where id = $1::text::uuid', [
      scene.confirmer.id,
    ]);
    expect(await readers(path)).toEqual(['owner']);
  });

  it('are no longer read once the person leaves the list before deciding', async () => {
    const { id, path } = await certificate('submitted');
    await database().query('update nemus_confirmers set ended_at = now() where id = $1::text::uuid', [
      scene.confirmer.id,
    ]);
    expect(await readers(path)).toEqual(['owner']);
    expect((await decisionRefused(database(), scene.confirmer.account, [id]))?.hint).toBe('entry_not_found');
  });

  it('are neither read nor confirmed once the trainee has left, only returned; a confirmed one keeps its reader', async () => {
    const [confirmed, waiting] = [await certificate('confirmed'), await certificate('submitted', { minutes: 45 })];
    await asOwner('select nemus_leave_institution($1::text::uuid)', [scene.trainee]);
    expect(await readers(confirmed.path)).toEqual(['owner', 'confirmer']);
    expect(await readers(waiting.path)).toEqual(['owner']);
    for (const { account } of [scene.confirmer, scene.deputy]) {
      expect((await decisionRefused(database(), account, [waiting.id]))?.hint).toBe('certificate_unlinked');
    }
    const own = one(await asOwner('select nemus_logbook_certificates() as own')).own;
    expect(JSON.stringify(own)).toContain('"is_stranded":true');
    // Undone, it waits like the other.
    await ask(database(), signedIn(scene.confirmer.account), 'select nemus_undo_confirmations($1::text::uuid[])', [
      `{${confirmed.id}}`,
    ]);
    expect((await decisionRefused(database(), scene.confirmer.account, [confirmed.id]))?.hint).toBe(
      'certificate_unlinked',
    );
    await decide(database(), scene.confirmer.account, [waiting.id], 'return', 'Sie sind nicht mehr bei uns.');
    expect(await readers(waiting.path)).toEqual(['owner']);
  });

  it('are sent to their own place alone, and no account replaces or removes one', async () => {
    const [begun] = await asOwner(BEGIN_CERTIFICATE, ['image/jpeg', '1000']);
    const path = text([begun ?? {}], 'path');
    expect(path).toMatch(/^incoming\/[0-9a-f-]{36}\.jpg$/);
    const send = (caller: string, name: string) =>
      refusal(database(), signedIn(caller), `insert into storage.objects (bucket_id, name) values ('logbook', $1)`, [
        name,
      ]);
    for (const name of [`${path}.html`, 'other.jpg', '../env', path.replace('incoming/', '')]) {
      expect((await send(scene.owner, name))?.code).toBe('42501');
    }
    expect((await send(scene.stranger, path))?.code).toBe('42501');
    expect(await send(scene.owner, path)).toBeNull();
    expect(await sees(scene.owner, path)).toBe(false);
    const confirmed = await certificate('confirmed');
    for (const caller of [scene.owner, scene.confirmer.account]) {
      for (const change of [
        `update storage.objects set metadata = '{}' where name = $1 returning name`,
        'delete from storage.objects where name = $1 returning name',
      ]) {
        expect(await ask(database(), signedIn(caller), change, [confirmed.path])).toEqual([]);
      }
    }
    for (const name of [confirmed.path, `incoming/${confirmed.path}`]) {
      expect((await send(scene.owner, name))?.code).toBe('42501');
    }
  });

  it.each([
    ['image/svg+xml', 10, 'media_type_refused'],
    ['text/html', 10, 'media_type_refused'],
    ['image/webp', 10, 'media_type_refused'],
    ['image/png', 0, 'media_empty'],
    ['application/pdf', 10_485_761, 'media_too_large'],
  ])('are refused before they are sent: %s, %i bytes', async (type, size, hint) => {
    expect(await refusal(database(), signedIn(scene.owner), BEGIN_CERTIFICATE, [type, String(size)])).toMatchObject({
      hint,
    });
  });

  it('are at most twenty without an entry; an institution has none', async () => {
    for (let n = 0; n < 20; n += 1) await asOwner(BEGIN_CERTIFICATE, ['image/png', '10']);
    const begin = (caller: string) => refusal(database(), signedIn(caller), BEGIN_CERTIFICATE, ['image/png', '10']);
    expect((await begin(scene.owner))?.hint).toBe('too_many_files');
    expect((await begin(scene.institution))?.hint).toBe('trainee_required');
  });

  it('need a checked file of the account, a title and an issuer, and lie within their days', async () => {
    const [waiting] = await asOwner(BEGIN_CERTIFICATE, ['application/pdf', '1000']);
    const foreign = await addFile(database(), scene.stranger);
    for (const file of [text([waiting ?? {}], 'id'), foreign.id]) {
      expect((await saveRefused(certificateForm(file)))?.values).toEqual({ field: 'file_id', problem: 'choice' });
    }
    const { id } = await addFile(database(), scene.owner);
    const problem = async (fields: object) => (await saveRefused(certificateForm(id, { ...fields })))?.values;
    expect(await problem({ issuer: ' ' })).toEqual({ field: 'issuer', problem: 'missing' });
    expect(await problem({ note: '' })).toEqual({ field: 'note', problem: 'missing' });
    expect(await problem({ started_on: dayFrom() })).toEqual({ field: 'done_on', problem: 'before_start' });
    expect(await problem({ minutes: 90_001 })).toMatchObject({ field: 'minutes', problem: 'count' });
  });

  it('have no limit of a day, and leave the day to the hours', async () => {
    await certificate('confirmed', { minutes: 60 * 45, done_on: day });
    await save(entryForm({ done_on: day, minutes: 1440 }));
    await certificate('confirmed', { minutes: 60 * 45, done_on: day });
  });

  it('stay hours or a certificate, and lose nothing to a client that does not know them', async () => {
    const { path: _path, ...draft } = await certificate('draft');
    const { file_id: file, issuer, started_on: from, ...known } = draft;
    await save({ ...known, revision: 1, minutes: 450, site_id: null });
    expect(await entryOf(draft.id)).toMatchObject({ file_id: file, issuer, started_on: from, minutes: 450 });
    expect((await saveRefused({ ...draft, revision: 2, file_id: null }))?.values).toMatchObject({ field: 'file_id' });
    const hours = entryForm();
    await save(hours);
    expect((await saveRefused({ ...certificateForm(file), id: hours.id, revision: 1 }))?.values).toMatchObject({
      field: 'file_id',
    });
  });

  it('prove no unit twice: one file, one entry of a category', async () => {
    const first = await addFile(database(), scene.owner, SHA);
    const again = await addFile(database(), scene.owner, SHA);
    const form = certificateForm(first.id, { confirmer_id: scene.confirmer.id });
    await save(form);
    expect((await saveRefused(certificateForm(again.id)))?.values).toEqual({
      field: 'file_id',
      problem: 'file_twice',
      done_on: day,
    });
    // Units of another category on the same paper.
    await save(certificateForm(again.id, { category: 'supervision' }));
    await submit(form.id);
    await decide(database(), scene.confirmer.account, [form.id]);
    // A correction replaces the entry, with the same file.
    const correction = text(await asOwner(CORRECT_ENTRY, [form.id]), 'id');
    await save({ ...form, id: correction, revision: 1, minutes: 450 });
    await submit(correction);
    await decide(database(), scene.confirmer.account, [correction]);
    expect((await saveRefused(certificateForm(again.id)))?.values).toMatchObject({ problem: 'file_twice' });
  });

  it('are submitted to accounts alone, and no link shows or decides one', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const { id, file_id: file } = await certificate('draft');
    expect((await saveRefused(certificateForm(file, { id, revision: 1, confirmer_id: outsider.id })))?.values).toEqual({
      field: 'confirmer_id',
      problem: 'confirmer_account',
    });
    const set = (state: string) =>
      database().query(
        `update nemus_logbook_entries set confirmer_id = $2::text::uuid, state = $3, submitted_at = now(),
           institution_id = $4::text::uuid where id = $1::text::uuid`,
        [id, outsider.id, state, scene.institution],
      );
    await set('draft');
    expect(await submitRefused(id)).toMatchObject({ hint: 'entry_incomplete', values: { of: 'account' } });
    // However it got there.
    await set('submitted');
    const hours = await submitTo(database(), scene, outsider.id);
    const [letter] = await claimFor(database(), outsider.email);
    const page = one(
      await ask(database(), ANONYMOUS, 'select nemus_sign_off_page($1) as page', [letter?.token ?? '']),
    ).page;
    expect((page as { entries: { id: string }[] }).entries.map((entry) => entry.id)).toEqual([hours]);
    expect(
      await refusal(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${id}}`, 'confirm', null]),
    ).toMatchObject({ hint: 'entry_not_found' });
  });

  it('are handed over to accounts alone', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const { id, path } = await certificate('submitted');
    const handOver = async (to: string) =>
      one(await ask(database(), signedIn(scene.institution), HAND_OVER, [scene.confirmer.id, to])).answer;
    expect(await handOver(outsider.id)).toEqual({ handed_over: 0, left: 1 });
    expect(await handOver(scene.deputy.id)).toEqual({ handed_over: 1, left: 0 });
    expect(await readers(path)).toEqual(['owner', 'deputy']);
    await decide(database(), scene.deputy.account, [id]);
  });

  it('are judged in a role of today, whenever the course was', async () => {
    const old = await certificate('submitted', { done_on: dayFrom(-3000), started_on: dayFrom(-3004) });
    await decide(database(), scene.confirmer.account, [old.id]);
    const late = await certificate('submitted', { done_on: dayFrom(-30) });
    await database().query(
      `update nemus_confirmer_roles set valid_until = $2::text::date where confirmer_id = $1::text::uuid`,
      [scene.confirmer.id, dayFrom(-10)],
    );
    expect((await decisionRefused(database(), scene.confirmer.account, [late.id]))?.hint).toBe('role_missing');
    await decide(database(), scene.confirmer.account, [late.id], 'return', 'Ich bin nicht mehr zuständig.');
    expect(await submitRefused(late.id)).toMatchObject({ hint: 'entry_incomplete', values: { of: 'account' } });
  });

  it('go to a person limited to one site while the trainee is there, whatever the day of the course', async () => {
    const limit = (site: string) =>
      database().query('update nemus_confirmer_roles set site = $2 where confirmer_id = $1::text::uuid', [
        scene.confirmer.id,
        site,
      ]);
    await limit('Klinik am See');
    const { id: file } = await addFile(database(), scene.owner);
    const form = certificateForm(file, { confirmer_id: scene.confirmer.id, done_on: dayFrom(-400) });
    const elsewhere = { field: 'confirmer_id', problem: 'confirmer_site' };
    const site = async (fields: object, account = scene.owner) =>
      text(
        await ask(database(), signedIn(account), SAVE_SITE, [
          JSON.stringify({ share: 100, name: 'klinik am  SEE', started_on: dayFrom(-30), ...fields }),
        ]),
        'id',
      );
    await site({}, scene.stranger);
    await site({ name: 'Klinik am Park' });
    const earlier = { ended_on: dayFrom(-1) };
    const own = await site(earlier);
    expect((await saveRefused(form))?.values).toEqual(elsewhere);
    await site({ id: own });
    await save(form);
    await site({ id: own, ...earlier });
    expect(await submitRefused(form.id)).toMatchObject({ hint: 'entry_incomplete', values: { of: 'site' } });
    await site({ id: own });
    await submit(form.id);
    // The trainee has left the site before the decision.
    await site({ id: own, ...earlier });
    expect(await decisionRefused(database(), scene.confirmer.account, [form.id])).toMatchObject({
      hint: 'role_missing',
      values: { of: 'site' },
    });
    const { entries } = one(await asOwner('select nemus_logbook_certificates() as entries'));
    expect(entries).toEqual([expect.objectContaining({ id: form.id, is_stranded: true })]);
    await site({ id: own });
    await decide(database(), scene.confirmer.account, [form.id]);
  });

  it('of self-experience are between the trainee and the named person: a deputy neither reads nor confirms them', async () => {
    const guide = await addConfirmer(database(), scene.institution, ['self_experience']);
    const deputy = await addConfirmer(database(), scene.institution, ['self_experience']);
    await database().query(
      `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::date, $4::text::date)`,
      [scene.institution, guide.id, deputy.id, dayFrom()],
    );
    const { id, path } = await certificate('submitted', { category: 'self_experience', confirmer_id: guide.id });
    expect([await sees(guide.account, path), await sees(deputy.account, path)]).toEqual([true, false]);
    // The issuer says with whom: only the named person reads it.
    const inbox = async (account: string) =>
      JSON.stringify(await ask(database(), signedIn(account), 'select nemus_sign_off_inbox() as page'));
    const { issuer } = await entryOf(id);
    expect(await inbox(guide.account)).toContain(String(issuer));
    expect(await inbox(deputy.account)).toContain(id);
    expect(await inbox(deputy.account)).not.toContain(String(issuer));
    expect((await decisionRefused(database(), deputy.account, [id]))?.hint).toBe('certificate_unread');
    await decide(database(), deputy.account, [id], 'return', 'Bitte warten Sie auf Frau Lehr.');
    expect([await sees(guide.account, path), await sees(deputy.account, path)]).toEqual([true, false]);
    await submit(id);
    await decide(database(), guide.account, [id]);
  });

  it('tell the inbox the issuer, the days, the file, and that the course was before the training', async () => {
    await database().query(
      'update nemus_training_info set started_on = $2::text::date where user_id = $1::text::uuid',
      [scene.owner, dayFrom(-10)],
    );
    const { id, path } = await certificate('submitted', { done_on: dayFrom(-20), started_on: dayFrom(-22) });
    const { page } = one(
      await ask(database(), signedIn(scene.confirmer.account), 'select nemus_sign_off_inbox() as page'),
    );
    const [entry] = (page as { entries: Row[] }).entries;
    expect(entry).toMatchObject({
      id,
      note: 'Traumatherapie, Grundkurs',
      certificate: {
        issuer: 'Akademie am Park',
        started_on: dayFrom(-22),
        is_before_training: true,
        file: {
          path,
          file_name: 'Zertifikat.pdf',
          content_type: 'application/pdf',
          size_bytes: 1000,
          sha256: (await entryOf(id)).file_sha256,
        },
      },
    });
  });

  it('count once confirmed, for the category of the set that credits courses, and are no treatment', async () => {
    await database().query(
      `insert into nemus_requirement_choices (user_id, set_id) values ($1::text::uuid, '5e7a0000-0000-4000-8000-000000000001')`,
      [scene.owner],
    );
    const hours = async () =>
      one(await asOwner('select nemus_counted_hours() as hours')).hours as Record<string, unknown>;
    const minutes = async (name: string) => {
      const { categories } = (await hours()) as { categories: Record<string, unknown>[] };
      return Object.fromEntries(categories.map((each) => [String(each.category), each[name]]));
    };
    const practice = await certificate('draft', { category: 'practice' });
    expect(await minutes('draft_minutes')).toMatchObject({ practice: 720 });
    await submit(practice.id);
    expect(await minutes('submitted_minutes')).toMatchObject({ practice: 720 });
    await decide(database(), scene.confirmer.account, [practice.id]);
    for (const category of ['theory', 'supervision']) await certificate('confirmed', { category });
    expect(await minutes('done_minutes')).toMatchObject({ theory: 720, practice: 1440 });
    expect(await hours()).toMatchObject({ treated_minutes: 0, supervised_minutes: 720 });
    const { total } = one(
      await database().query(`select private.nemus_units_done($1::text::uuid, null) as total`, [scene.owner]),
    );
    expect(total).toBe(48);
    expect(await database().query('select * from private.nemus_check_sums($1::text::uuid)', [scene.owner])).toEqual([]);
    const counted = one(
      await database().query(`select sum(minutes)::int as n from private.nemus_minutes_by_source($1::text::uuid)`, [
        scene.owner,
      ]),
    );
    expect(counted.n).toBe(2160);
    // A correction to nothing takes it back, everywhere.
    const correction = text(await asOwner(CORRECT_ENTRY, [practice.id]), 'id');
    await save({
      ...certificateForm(practice.file_id),
      id: correction,
      revision: 1,
      category: 'practice',
      minutes: 0,
      confirmer_id: scene.confirmer.id,
    });
    await submit(correction);
    await decide(database(), scene.confirmer.account, [correction]);
    expect(await minutes('done_minutes')).toMatchObject({ practice: 720 });
    expect(await database().query('select * from private.nemus_check_sums($1::text::uuid)', [scene.owner])).toEqual([]);
  });

  it('are in the chain with the hash of their file, and a confirmed one never changes', async () => {
    const { id } = await certificate('confirmed');
    const { file_sha256: hash } = await entryOf(id);
    const step = one(
      await database().query(
        `select content::jsonb ->> 'file_sha256' as hash, content::jsonb ->> 'issuer' as issuer
         from private.nemus_logbook_steps where entry_id = $1::text::uuid and action = 'confirm'`,
        [id],
      ),
    );
    expect(step).toEqual({ hash, issuer: 'Akademie am Park' });
    const other = await addFile(database(), scene.owner);
    for (const change of [
      `file_id = '${other.id}'`,
      `file_sha256 = '${SHA}'`,
      `issuer = 'Andere'`,
      'started_on = null, note = $2',
    ]) {
      const values = change.includes('$2') ? [id, 'Anderer Titel'] : [id];
      const changed = await database()
        .query(`update nemus_logbook_entries set ${change} where id = $1::text::uuid`, values)
        .catch((error: unknown) => error);
      expect(changed).toBeInstanceOf(Error);
    }
    expect(await database().query('select * from private.nemus_check_steps($1::text::uuid)', [scene.owner])).toEqual(
      [],
    );
  });

  it('are not in the week, and are on the paper with issuer, hash and who confirmed them', async () => {
    const { id } = await certificate('confirmed');
    const hours = await addEntry(database(), scene, 'confirmed', { day });
    const { week } = one(await asOwner(THIS_WEEK));
    expect((week as { entries: { id: string }[]; remembered: object }).entries.map((entry) => entry.id)).not.toContain(
      id,
    );
    expect((week as { remembered: object }).remembered).not.toHaveProperty('theory');
    const { paper } = one(await asOwner('select nemus_issue_logbook_paper() as paper'));
    const printed = paper as { entries: Row[]; courses: Row[]; sums: object; signers: Row[] };
    expect(printed.entries.map((entry) => [entry.id, entry.certificate])).toEqual(
      expect.arrayContaining([
        [id, { issuer: 'Akademie am Park', started_on: null, sha256: (await entryOf(id)).file_sha256 }],
        [hours, null],
      ]),
    );
    expect(printed).toMatchObject({ courses: [], sums: { theory: 720, practice: 90 } });
    expect(printed.signers).toContainEqual(
      expect.objectContaining({ name: 'Ada Lehr', role: 'leader', institution: 'Ambulanz am Park' }),
    );
  });

  it('are in the check of the paper as they are on it: apart from the hours, a replaced one as a line without units', async () => {
    const { id, file_id: file } = await certificate('confirmed');
    await addEntry(database(), scene, 'confirmed', { day });
    const check = async () => {
      const { paper } = one(await asOwner('select nemus_issue_logbook_paper() as paper'));
      const { number } = paper as { number: string };
      const [row] = await ask(database(), ANONYMOUS, 'select nemus_verify_certificate($1) as verdict', [number]);
      return row?.verdict;
    };
    expect(await check()).toMatchObject({
      logbook: {
        sums: { theory: 720, practice: 90 },
        entries: 1,
        courses: { count: 0, sums: {} },
        certificates: { count: 1, sums: { theory: 720 } },
      },
    });
    const correction = text(await asOwner(CORRECT_ENTRY, [id]), 'id');
    await save(certificateForm(file, { id: correction, revision: 1, minutes: 450, confirmer_id: scene.confirmer.id }));
    await submit(correction);
    await decide(database(), scene.confirmer.account, [correction]);
    expect(await check()).toMatchObject({
      logbook: { entries: 1, certificates: { count: 2, sums: { theory: 450 } } },
    });
  });

  it('without an entry are removed a day later, those of a deleted account at once, and none that an entry has', async () => {
    const kept = await certificate('confirmed');
    const draft = await certificate('draft');
    const fresh = await addFile(database(), scene.owner);
    await database().query(
      `update nemus_logbook_files set created_at = now() - interval '25 hours' where id <> $1::text::uuid`,
      [fresh.id],
    );
    expect((await abandoned()).filter((path) => [kept.path, draft.path, fresh.path].includes(path))).toEqual([]);
    await asOwner(DELETE_ENTRY, [draft.id]);
    expect(await abandoned()).toContain(draft.path);
    expect(await abandoned()).not.toContain(kept.path);
    // Marked to be removed: no entry takes it any more.
    expect((await saveRefused(certificateForm(draft.file_id)))?.values).toMatchObject({ problem: 'choice' });
    await ask(database(), SERVICE, DROP, [draft.path, kept.path]);
    expect(await rowsOf(draft, kept)).toHaveLength(2);
    await passHours(4);
    await abandoned();
    expect(await rowsOf(draft, kept)).toEqual([{ path: kept.path }]);
    await database().query('delete from auth.users where id = $1::text::uuid', [scene.owner]);
    expect(await abandoned()).toEqual(expect.arrayContaining([kept.path, fresh.path]));
    // Nothing of the person is left, the name of a file neither.
    expect(await rowsOf(kept, fresh)).toEqual([]);
    expect(await readers(kept.path)).toEqual([]);
  });

  it('that were given up count for as long as their address is valid, however often, and what it still sends is removed', async () => {
    const begin = async () => text(await asOwner(BEGIN_CERTIFICATE, ['image/png', '10']), 'path');
    const beginRefused = () => refusal(database(), signedIn(scene.owner), BEGIN_CERTIFICATE, ['image/png', '10']);
    /** By the address, which bypasses policies. */
    const arrive = (name: string) =>
      database().query(`insert into storage.objects (bucket_id, name) values ('logbook', $1)`, [name]);
    const late = await begin();
    await asOwner('select nemus_upload_to_check($1::text::uuid)', [late.replace(/incoming\/|\.png/g, '')]);
    await ask(database(), SERVICE, DROP, [late.replace('incoming/', ''), '']);
    expect(
      await refusal(database(), signedIn(scene.owner), 'select nemus_upload_to_check($1::text::uuid)', [
        late.replace(/incoming\/|\.png/g, ''),
      ]),
    ).not.toBeNull();
    for (let n = 1; n < 20; n += 1)
      await ask(database(), SERVICE, DROP, [(await begin()).replace('incoming/', ''), '']);
    expect((await beginRefused())?.hint).toBe('too_many_files');
    expect(await abandoned()).not.toContain(late);
    await arrive(late);
    expect(await abandoned()).toContain(late);
    await passHours(4);
    expect(await abandoned()).toContain(late);
    expect(await beginRefused()).toBeNull();
  });

  it('of which something arrives after the account is gone, or after the check, lose this alone', async () => {
    const used = await certificate('confirmed');
    const waiting = text(await asOwner(BEGIN_CERTIFICATE, ['image/png', '10']), 'path');
    const arrive = (name: string) =>
      database().query(`insert into storage.objects (bucket_id, name) values ('logbook', $1)`, [name]);
    await arrive(waiting);
    await arrive(`incoming/${used.path}`);
    const found = (await abandoned()).filter((path) => [waiting, used.path, `incoming/${used.path}`].includes(path));
    expect(found).toEqual([`incoming/${used.path}`]);
    await database().query('delete from storage.objects where name = $1', [waiting]);
    await database().query('delete from auth.users where id = $1::text::uuid', [scene.owner]);
    await abandoned();
    await arrive(waiting);
    expect(await abandoned()).toEqual(expect.arrayContaining([waiting, used.path]));
  });
}
