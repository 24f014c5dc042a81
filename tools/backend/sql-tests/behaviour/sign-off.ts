import { freshAddress, signUp, signUpInstitution } from '../accounts';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from './days';
import { addConfirmer, addEntry, linkTrainee, setLogbookScene, type LogbookScene } from './logbook-scene';
import { one } from './values';

export const DECIDE = 'select nemus_decide_entries($1::text::uuid[], $2, $3) as decided';
const HISTORY = 'select nemus_sign_off_history($1::text::uuid) as steps';
const list = (...ids: readonly string[]) => `{${ids.join(',')}}`;

/** Confirms entries, or returns them with a reason. */
const decide = (
  database: TestDatabase,
  account: string,
  ids: readonly string[],
  decision = 'confirm',
  reason: string | null = null,
) => ask(database, signedIn(account), DECIDE, [list(...ids), decision, reason]);

const stateOf = async (database: TestDatabase, id: string) =>
  one(
    await database.query(
      `select state, confirmed_by, decided_by::text, decided_role, decided_as_deputy, return_reason
       from nemus_logbook_entries where id = $1::text::uuid`,
      [id],
    ),
  );

/** Who confirms and returns entries, and who does not. */
export function signOffTests(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });

  const refused = (account: string, ids: readonly string[], decision = 'confirm', reason: string | null = null) =>
    refusal(database(), signedIn(account), DECIDE, [list(...ids), decision, reason]);

  it('the named person confirms many at once, by the name of now', async () => {
    const ids = [await addEntry(database(), scene, 'submitted'), await addEntry(database(), scene, 'submitted')];
    await database().query(`update nemus_confirmers set name = 'Ada Neu' where id = $1::text::uuid`, [
      scene.confirmer.id,
    ]);
    expect(one(await decide(database(), scene.confirmer.account, ids)).decided).toBe(2);
    for (const id of ids) {
      expect(await stateOf(database(), id)).toEqual({
        state: 'confirmed',
        confirmed_by: 'Ada Neu',
        decided_by: scene.confirmer.account,
        decided_role: 'leader',
        decided_as_deputy: false,
        return_reason: null,
      });
    }
  });

  it('who stands in today confirms as that, and not before or after', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    const move = (from: string, until: string) =>
      database().query(
        `update nemus_confirmer_deputies set valid_from = $2::text::date, valid_until = $3::text::date
         where deputy_id = $1::text::uuid`,
        [scene.deputy.id, from, until],
      );
    for (const [from, until] of [
      [dayFrom(1), dayFrom(5)],
      [dayFrom(-5), dayFrom(-1)],
    ] as const) {
      await move(from, until);
      expect(await refused(scene.deputy.account, [id])).toMatchObject({ code: 'PT404', hint: 'entry_not_found' });
    }
    await move(dayFrom(-1), dayFrom());
    await decide(database(), scene.deputy.account, [id]);
    expect(await stateOf(database(), id)).toMatchObject({ state: 'confirmed', decided_as_deputy: true });
  });

  it('who stood in once and returned an entry does not confirm it later', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    await decide(database(), scene.deputy.account, [id], 'return', 'Bitte das Datum prüfen.');
    await database().query('delete from nemus_confirmer_deputies where deputy_id = $1::text::uuid', [scene.deputy.id]);
    await database().query(`update nemus_logbook_entries set state = 'submitted' where id = $1::text::uuid`, [id]);
    expect(await refused(scene.deputy.account, [id])).toMatchObject({ hint: 'entry_not_found' });
  });

  it('a return says why; without a reason nothing is returned', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    expect(await refused(scene.confirmer.account, [id], 'return', '  ')).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'reason', problem: 'missing' },
    });
    expect(await refused(scene.confirmer.account, [id], 'return', 'x'.repeat(1001))).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'reason', problem: 'too_long', most: 1000 },
    });
    await decide(database(), scene.confirmer.account, [id], 'return', ' Das Datum stimmt nicht. ');
    expect(await stateOf(database(), id)).toMatchObject({
      state: 'returned',
      confirmed_by: null,
      return_reason: 'Das Datum stimmt nicht.',
    });
  });

  it('it is all or nothing', async () => {
    const [open, done] = [
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'confirmed'),
    ];
    expect(await refused(scene.confirmer.account, [open, done])).toMatchObject({
      code: 'PT409',
      hint: 'entry_state',
      values: { state: 'confirmed' },
    });
    const foreign = await addEntry(database(), await setLogbookScene(database()), 'submitted');
    expect(await refused(scene.confirmer.account, [open, foreign])).toMatchObject({ hint: 'entry_not_found' });
    const draft = await addEntry(database(), scene, 'draft');
    expect(await refused(scene.confirmer.account, [open, draft])).toMatchObject({ hint: 'entry_not_found' });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await refused(scene.confirmer.account, [open, unknown])).toMatchObject({ hint: 'entry_not_found' });
    expect(await stateOf(database(), open)).toMatchObject({ state: 'submitted' });
    // The same twice is one.
    expect(one(await decide(database(), scene.confirmer.account, [open, open])).decided).toBe(1);
  });

  it('takes no odd question', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    const many = Array.from({ length: 201 }, () => id);
    expect(await refused(scene.confirmer.account, many)).toMatchObject({ hint: 'too_many_entries' });
    expect(await refused(scene.confirmer.account, [])).toMatchObject({ hint: 'invalid_request' });
    expect(await refused(scene.confirmer.account, ['NULL', id])).toMatchObject({ hint: 'invalid_request' });
    expect(await refused(scene.confirmer.account, [id], 'submit')).toMatchObject({ hint: 'invalid_request' });
  });

  it('neither owner, institution nor a stranger decides', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    for (const account of [scene.owner, scene.institution]) {
      expect(await refused(account, [id])).toMatchObject({ code: 'PT409', hint: 'entry_state' });
    }
    expect(await refused(scene.stranger, [id])).toMatchObject({ code: 'PT404', hint: 'entry_not_found' });
    expect(await stateOf(database(), id)).toMatchObject({ state: 'submitted' });
  });

  it('nobody decides on own entries: not as the named person, as deputy, or under another account', async () => {
    const self = await addConfirmer(database(), scene.institution, ['leader']);
    const own = { owner: self.account, institution: scene.institution, confirmer: self };
    const id = await addEntry(database(), own, 'submitted');
    for (const decision of ['confirm', 'return']) {
      expect(await refused(self.account, [id], decision, 'Grund')).toMatchObject({ hint: 'own_entry' });
    }
    const deputised = await addEntry(database(), { ...scene, owner: scene.deputy.account }, 'submitted');
    expect(await refused(scene.deputy.account, [deputised])).toMatchObject({ hint: 'own_entry' });
    // The trainee's address on another line that the same account has accepted.
    await database().query(
      `insert into nemus_confirmers (institution_id, name, email, user_id, accepted_at)
       select $1::text::uuid, 'Zweitname', u.email, $2::text::uuid, now() from auth.users u where u.id = $3::text::uuid`,
      [scene.institution, scene.confirmer.account, scene.owner],
    );
    const under = await addEntry(database(), scene, 'submitted');
    expect(await refused(scene.confirmer.account, [under])).toMatchObject({ hint: 'own_entry' });
  });

  it('only in a role for the category, on the day of the hours', async () => {
    const supervisor = await addConfirmer(database(), scene.institution, ['supervision'], {
      from: dayFrom(-30),
      until: dayFrom(-10),
    });
    const named = { ...scene, confirmer: supervisor };
    const inside = await addEntry(database(), named, 'submitted', { category: 'supervision', day: dayFrom(-10) });
    await decide(database(), supervisor.account, [inside]);
    for (const of of [
      { category: 'supervision', day: dayFrom(-9) },
      { category: 'supervision', day: dayFrom(-31) },
      { category: 'practice', day: dayFrom(-10) },
    ]) {
      const id = await addEntry(database(), named, 'submitted', of);
      expect(await refused(supervisor.account, [id])).toMatchObject({
        hint: 'role_missing',
        values: { category: of.category, done_on: of.day },
      });
      // Returned it can be: nobody is left with what nobody may confirm.
      await decide(database(), supervisor.account, [id], 'return', 'Nicht meine Zeit.');
    }
  });

  it('a role for one trainee is none for another', async () => {
    const leader = await addConfirmer(database(), scene.institution, ['leader']);
    await database().query(
      'update nemus_confirmer_roles set trainee_id = $2::text::uuid where confirmer_id = $1::text::uuid',
      [leader.id, scene.trainee],
    );
    const [own, other] = [
      await addEntry(database(), { ...scene, confirmer: leader }, 'submitted'),
      await addEntry(database(), { ...scene, owner: scene.stranger, confirmer: leader }, 'submitted'),
    ];
    expect(await refused(leader.account, [own, other])).toMatchObject({ hint: 'role_missing' });
    expect(one(await decide(database(), leader.account, [own])).decided).toBe(1);
  });

  it('who was taken off the list decides nothing, nor does who stands in', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    const end = 'select nemus_end_confirmer($1::text::uuid) as open';
    expect(one(await ask(database(), signedIn(scene.institution), end, [scene.confirmer.id])).open).toBe(1);
    for (const account of [scene.confirmer.account, scene.deputy.account]) {
      expect(await refused(account, [id])).toMatchObject({ hint: 'entry_not_found' });
    }
  });

  it('the history is read by those who may read the entry', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    await decide(database(), scene.deputy.account, [id], 'return', 'Das Datum stimmt nicht.');
    const steps = one(await ask(database(), signedIn(scene.owner), HISTORY, [id])).steps;
    expect(steps).toEqual([
      {
        number: 1,
        action: 'return',
        at: expect.any(String),
        name: 'Ada Lehr',
        as_deputy: true,
        reason: 'Das Datum stimmt nicht.',
      },
    ]);
    for (const account of [scene.institution, scene.confirmer.account]) {
      expect(one(await ask(database(), signedIn(account), HISTORY, [id])).steps).toHaveLength(1);
    }
    expect(await refusal(database(), signedIn(scene.stranger), HISTORY, [id])).toMatchObject({
      hint: 'entry_not_found',
    });
  });

  it('the inbox has what waits, by trainee and day, page by page, and nothing else', async () => {
    const other = { ...scene, owner: scene.stranger };
    for (let n = 0; n < 60; n += 1) {
      await addEntry(database(), scene, 'submitted', { day: dayFrom(-n) });
      await addEntry(database(), other, 'submitted', { day: dayFrom(-n) });
    }
    for (const state of ['draft', 'returned', 'confirmed'] as const) await addEntry(database(), scene, state);
    const INBOX = 'select nemus_sign_off_inbox($1::text::jsonb) as page';
    const read = async (account: string, after: unknown = null) =>
      Object(
        one(await ask(database(), signedIn(account), INBOX, [after === null ? null : JSON.stringify(after)])).page,
      ) as { readonly entries: readonly Readonly<Record<string, unknown>>[]; readonly next: unknown };
    const first = await read(scene.confirmer.account);
    const second = await read(scene.confirmer.account, first.next);
    expect([first.entries.length, second.entries.length, second.next]).toEqual([100, 20, null]);
    const all = [...first.entries, ...second.entries];
    expect(new Set(all.map((entry) => entry.id)).size).toBe(120);
    const order = all.map((entry) => `${String(entry.user_id)} ${String(entry.done_on)}`);
    expect(order).toEqual(order.toSorted());
    expect(all[0]).toMatchObject({ trainee: 'Eva Test', as_deputy: false, confirmer: 'Ada Lehr' });
    expect((await read(scene.deputy.account)).entries[0]).toMatchObject({ as_deputy: true });
    for (const account of [scene.owner, scene.institution]) expect((await read(account)).entries).toEqual([]);
  });

  it('tells an account what it is named for, and whether something waits', async () => {
    const STATUS = 'select nemus_sign_off_status() as status';
    const status = async (account: string) => one(await ask(database(), signedIn(account), STATUS)).status;
    await addEntry(database(), scene, 'submitted');
    expect(await status(scene.confirmer.account)).toMatchObject({
      open: 1,
      people: [{ name: 'Ada Lehr', institution: 'Ambulanz am Park' }],
      invitations: [],
      deputies: [],
    });
    expect(await status(scene.deputy.account)).toMatchObject({ open: 1, deputies: [{ name: 'Ada Lehr' }] });
    expect(await status(scene.stranger)).toEqual({ open: 0, people: [], invitations: [], deputies: [] });
  });
}

const SAVE = 'select nemus_save_confirmer($1, $2, $3::text::uuid)::text as id';
export const SAVE_ROLE = `select nemus_save_confirmer_role($1::text::uuid, $2, $3::text::date, $4::text::date, '',
  $5::text::uuid)::text as id`;
const ACCEPT = 'select nemus_accept_confirming($1::text::uuid)';
const DECLINE = 'select nemus_decline_confirming($1::text::uuid)';

/** Whom institutions name, and which roles do not meet. */
export function confirmingPeopleTests(database: () => TestDatabase): void {
  const name = async (institution: string, email = freshAddress('lehr')) =>
    String(one(await ask(database(), signedIn(institution), SAVE, ['Ada Lehr', email, null])).id);
  const giveRole = (
    institution: string,
    person: string,
    role: string,
    [from, until, trainee = null]: readonly [string, string | null, (string | null)?],
  ) => refusal(database(), signedIn(institution), SAVE_ROLE, [person, role, from, until, trainee]);

  it('an institution names people, each address once, with words beside the field', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('lehr');
    const id = await name(institution, email);
    const again = [['Ada Lehr', email.toUpperCase(), null], { field: 'email', name: 'Ada Lehr' }] as const;
    expect(await refusal(database(), signedIn(institution), SAVE, again[0])).toMatchObject({
      hint: 'confirmer_email_taken',
      values: again[1],
    });
    for (const [values, field, problem] of [
      [['', email, id], 'name', 'missing'],
      [['Ada', 'keine', null], 'email', 'email'],
      [['Ada', null, null], 'email', 'missing'],
      [['x'.repeat(201), email, id], 'name', 'too_long'],
    ] as const) {
      expect(await refusal(database(), signedIn(institution), SAVE, values)).toMatchObject({
        hint: 'invalid_field',
        values: { field, problem },
      });
    }
    await ask(database(), signedIn(institution), SAVE, [' Ada   Neu ', freshAddress(), id]);
    const people = one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p;
    expect(people).toMatchObject([{ id, name: 'Ada Neu', state: 'invited', open: 0, roles: [], deputies: [] }]);
  });

  it('nobody else names anybody, and none but approved institutions do', async () => {
    const [institution, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const id = await name(institution);
    const piw = await signUp(database());
    expect(await refusal(database(), signedIn(piw), SAVE, ['Ada', 'a@x.example', null])).toMatchObject({
      hint: 'institution_required',
    });
    const fresh = await signUp(database(), { type: 'institution', institution: 'Neu' });
    expect(await refusal(database(), signedIn(fresh), SAVE, ['Ada', 'a@x.example', null])).toMatchObject({
      hint: 'approval_required',
    });
    expect(await refusal(database(), signedIn(other), SAVE, ['Ada', 'a@x.example', id])).toMatchObject({
      hint: 'confirmer_not_found',
    });
    const end = 'select nemus_end_confirmer($1::text::uuid)';
    expect(await refusal(database(), signedIn(other), end, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    expect(await giveRole(other, id, 'leader', [dayFrom(), null])).toMatchObject({ hint: 'confirmer_not_found' });
    const { trainee } = await linkTrainee(database(), other);
    expect(await giveRole(institution, id, 'leader', [dayFrom(), null, trainee])).toMatchObject({
      hint: 'trainee_not_found',
    });
    expect(await giveRole(institution, id, 'leader', [dayFrom(), dayFrom(-1)])).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'valid_until', problem: 'before_start' },
    });
  });

  it('the account of the named address accepts, confirmed alone; then the address stays', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('lehr');
    const id = await name(institution, email);
    const account = await signUp(database(), { email: email.toUpperCase() });
    const thief = await signUp(database());
    await database().query('update nemus_profiles set email = $2 where user_id = $1::text::uuid', [thief, email]);
    for (const statement of [ACCEPT, DECLINE]) {
      expect(await refusal(database(), signedIn(thief), statement, [id])).toMatchObject({
        hint: 'confirmer_not_found',
      });
    }
    const confirm = (at: string) =>
      database().query(`update auth.users set email_confirmed_at = ${at} where id = $1::text::uuid`, [account]);
    await confirm('null');
    expect(await refusal(database(), signedIn(account), ACCEPT, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    await confirm('now()');
    const status = one(await ask(database(), signedIn(account), 'select nemus_sign_off_status() as s')).s;
    expect(status).toMatchObject({ people: [], invitations: [{ confirmer_id: id, institution: 'Ambulanz am Park' }] });
    await ask(database(), signedIn(account), ACCEPT, [id]);
    await ask(database(), signedIn(account), ACCEPT, [id]);
    expect(await refusal(database(), signedIn(institution), SAVE, ['Ada', freshAddress(), id])).toMatchObject({
      hint: 'confirmer_accepted',
      values: { field: 'email' },
    });
    await ask(database(), signedIn(account), DECLINE, [id]);
    await ask(database(), signedIn(account), DECLINE, [id]);
    expect(await refusal(database(), signedIn(account), ACCEPT, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    expect(one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p).toMatchObject([
      { id, state: 'declined' },
    ]);
  });

  it('leader and self-experience leader of one trainee are not one person while both hold', async () => {
    const institution = await signUpInstitution(database());
    const [anna, ben] = [await linkTrainee(database(), institution), await linkTrainee(database(), institution)];
    const id = await name(institution);
    expect(await giveRole(institution, id, 'leader', [dayFrom(-100), dayFrom(-50), anna.trainee])).toBeNull();
    const pair = { code: 'PT409', hint: 'forbidden_pair', values: { field: 'role' } };
    // The last day of the one is a day of the other; all trainees are also this one; the other way round.
    for (const when of [
      [dayFrom(-50), null, anna.trainee],
      [dayFrom(-200), dayFrom(-100), anna.trainee],
      [dayFrom(-60), dayFrom(-55), null],
    ] as const) {
      expect(await giveRole(institution, id, 'self_experience', when)).toMatchObject(pair);
    }
    expect(await giveRole(institution, id, 'self_experience', [dayFrom(-49), null, anna.trainee])).toBeNull();
    expect(await giveRole(institution, id, 'self_experience', [dayFrom(-100), null, ben.trainee])).toBeNull();
    expect(await giveRole(institution, id, 'leader', [dayFrom(), null])).toMatchObject(pair);
    expect(await giveRole(institution, id, 'supervision', [dayFrom(-100), null])).toBeNull();
    // Not by changing one, either, nor by writing past the functions.
    await expect(
      database().query(`update nemus_confirmer_roles set role = 'leader' where confirmer_id = $1::text::uuid`, [id]),
    ).resolves.toBeDefined();
    await expect(
      database().query(
        `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
         values ($1::text::uuid, $2::text::uuid, 'self_experience', current_date)`,
        [id, institution],
      ),
    ).rejects.toMatchObject({ hint: 'forbidden_pair' });
  });

  it('one person is one over institutions: by address, and by account once it has accepted', async () => {
    const [nord, sued] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const { account, trainee } = await linkTrainee(database(), nord);
    await database().query(
      `insert into nemus_trainees (institution_id, first_name, last_name, email, user_id, linked_at)
       values ($1::text::uuid, 'Eva', 'Test', $2, $3::text::uuid, now())`,
      [sued, freshAddress(), account],
    );
    const email = freshAddress('lehr');
    const [here, there] = [await name(nord, email), await name(sued, email)];
    expect(await giveRole(nord, here, 'leader', [dayFrom(-9), null, trainee])).toBeNull();
    expect(await giveRole(sued, there, 'self_experience', [dayFrom(-9), null])).toMatchObject({
      hint: 'forbidden_pair',
    });
    // Under another address, it is the accepting that is refused: by then it is one person.
    const second = freshAddress('lehr');
    const other = await name(sued, second);
    expect(await giveRole(sued, other, 'self_experience', [dayFrom(-9), null])).toBeNull();
    const teacher = await signUp(database(), { email });
    await ask(database(), signedIn(teacher), ACCEPT, [here]);
    await database().query('update auth.users set email = $2 where id = $1::text::uuid', [teacher, second]);
    expect(await refusal(database(), signedIn(teacher), ACCEPT, [other])).toMatchObject({ hint: 'forbidden_pair' });
    // Somebody whom no trainee shares: two institutions that know nothing of each other.
    const west = await signUpInstitution(database());
    const far = await name(west, email);
    expect(await giveRole(west, far, 'self_experience', [dayFrom(-9), null])).toBeNull();
  });

  it('who confirmed as the one never confirms as the other, however the roles stand by then', async () => {
    const scene = await setLogbookScene(database());
    const both = await addConfirmer(database(), scene.institution, ['leader'], {
      from: dayFrom(-90),
      until: dayFrom(-50),
    });
    expect(
      await giveRole(scene.institution, both.id, 'self_experience', [dayFrom(-40), null, scene.trainee]),
    ).toBeNull();
    const of = { ...scene, confirmer: both };
    const led = await addEntry(database(), of, 'submitted', { day: dayFrom(-60) });
    const self = await addEntry(database(), of, 'submitted', { category: 'self_experience', day: dayFrom(-30) });
    await decide(database(), both.account, [led]);
    expect(await refusal(database(), signedIn(both.account), DECIDE, [`{${self}}`, 'confirm', null])).toMatchObject({
      code: 'PT409',
      hint: 'forbidden_pair',
    });
    const again = await addEntry(database(), of, 'submitted', { day: dayFrom(-61) });
    expect(one(await decide(database(), both.account, [again])).decided).toBe(1);
  });

  it('who leads the self-experience does not stand in for the leader', async () => {
    const scene = await setLogbookScene(database());
    await database().query('delete from nemus_confirmer_roles where confirmer_id = $1::text::uuid', [scene.deputy.id]);
    expect(
      await giveRole(scene.institution, scene.deputy.id, 'self_experience', [dayFrom(-40), null, scene.trainee]),
    ).toBeNull();
    const id = await addEntry(database(), scene, 'submitted');
    expect(
      await refusal(database(), signedIn(scene.deputy.account), DECIDE, [`{${id}}`, 'confirm', null]),
    ).toMatchObject({
      hint: 'forbidden_pair',
    });
  });

  it('somebody stands in only with an account, for somebody else of the list, and until it is ended', async () => {
    const scene = await setLogbookScene(database());
    const SAVE_DEPUTY =
      'select nemus_save_deputy($1::text::uuid, $2::text::uuid, $3::text::date, $4::text::date)::text as id';
    const save = (deputy: string | null, from: string, until: string | null) =>
      refusal(database(), signedIn(scene.institution), SAVE_DEPUTY, [scene.confirmer.id, deputy, from, until]);
    expect(await save(scene.confirmer.id, dayFrom(), dayFrom())).toMatchObject({ hint: 'invalid_field' });
    expect(await save(null, dayFrom(), dayFrom())).toMatchObject({ values: { field: 'deputy', problem: 'missing' } });
    expect(await save(scene.deputy.id, dayFrom(), null)).toMatchObject({
      values: { field: 'valid_until', problem: 'missing' },
    });
    expect(await save(await name(scene.institution), dayFrom(), dayFrom())).toMatchObject({
      hint: 'deputy_without_account',
    });
    const stand = one(
      await database().query('select id::text from nemus_confirmer_deputies where deputy_id = $1::text::uuid', [
        scene.deputy.id,
      ]),
    ).id;
    const END = 'select nemus_end_deputy($1::text::uuid)';
    const outsider = await signUpInstitution(database());
    expect(await refusal(database(), signedIn(outsider), END, [stand])).toMatchObject({ hint: 'deputy_not_found' });
    const entry = await addEntry(database(), scene, 'submitted');
    await ask(database(), signedIn(scene.institution), END, [stand]);
    expect(
      await refusal(database(), signedIn(scene.deputy.account), DECIDE, [`{${entry}}`, 'confirm', null]),
    ).toMatchObject({ hint: 'entry_not_found' });
  });

  it('a role that is ended holds until today, and one that has not begun goes', async () => {
    const institution = await signUpInstitution(database());
    const id = await name(institution);
    const END = 'select nemus_end_confirmer_role($1::text::uuid)';
    for (const [from, left] of [
      [dayFrom(-3), [{ until: dayFrom() }]],
      [dayFrom(3), []],
    ] as const) {
      const role = one(await ask(database(), signedIn(institution), SAVE_ROLE, [id, 'lecturer', from, null, null])).id;
      await ask(database(), signedIn(institution), END, [role]);
      expect(
        await database().query(
          'select valid_until::text as until from nemus_confirmer_roles where id = $1::text::uuid',
          [role],
        ),
      ).toEqual(left);
    }
    const outsider = await signUpInstitution(database());
    const role = one(
      await ask(database(), signedIn(institution), SAVE_ROLE, [id, 'lecturer', dayFrom(), null, null]),
    ).id;
    expect(await refusal(database(), signedIn(outsider), END, [role])).toMatchObject({
      hint: 'confirmer_role_not_found',
    });
  });
}
