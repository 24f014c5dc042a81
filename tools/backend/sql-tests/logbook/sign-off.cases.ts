import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addConfirmer,
  addEntry,
  CORRECT_ENTRY,
  setLogbookScene,
  SUBMIT_ENTRIES,
  TAKE_BACK_ENTRY,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import { decide, decisionRefused } from '../scenes/sign-off';

const HISTORY = 'select nemus_sign_off_history($1::text::uuid) as steps';

const stateOf = async (database: TestDatabase, id: string) =>
  one(
    await database.query(
      `select state, confirmed_by, decided_by::text, decided_role, decided_as_deputy, return_reason
       from nemus_logbook_entries where id = $1::text::uuid`,
      [id],
    ),
  );

/** Who confirms and returns entries, and who may not. */
export function signOffCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });

  const refused = (account: string, ids: readonly string[], decision = 'confirm', reason: string | null = null) =>
    decisionRefused(database(), account, ids, decision, reason);

  it('the named person confirms many at once, under their current name', async () => {
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

  it('lists what a person has decided, for that person alone, without notes', async () => {
    const [confirmed, returned] = [
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'submitted', { minutes: 45 }),
    ];
    await database().query(`update nemus_logbook_entries set note = 'Vertraulich' where id = $1::text::uuid`, [
      confirmed,
    ]);
    await decide(database(), scene.confirmer.account, [confirmed]);
    await decide(database(), scene.deputy.account, [returned], 'return', 'Der Tag stimmt nicht.');
    const decisions = async (account: string, search = '', page = 1, size = 50) =>
      one(
        await ask(
          database(),
          signedIn(account),
          'select nemus_my_decisions($1, $2::text::int, $3::text::int) as found',
          [search, String(page), String(size)],
        ),
      ).found;
    const own = await decisions(scene.confirmer.account);
    expect(own).toMatchObject({ total: 1, entries: [{ id: confirmed, state: 'confirmed', as_deputy: false }] });
    expect(JSON.stringify(own)).not.toContain('Vertraulich');
    expect(await decisions(scene.deputy.account)).toMatchObject({
      total: 1,
      entries: [{ id: returned, state: 'returned', as_deputy: true }],
    });
    for (const other of [scene.owner, scene.institution, scene.stranger]) {
      expect(await decisions(other)).toEqual({ total: 0, entries: [] });
    }
    expect(await decisions(scene.confirmer.account, 'niemand')).toEqual({ total: 0, entries: [] });
    expect(await decisions(scene.confirmer.account, '', 2)).toEqual({ total: 1, entries: [] });
    expect(await decisions(scene.confirmer.account, '', 0, 0)).toMatchObject({
      total: 1,
      entries: [{ id: confirmed }],
    });
  });

  describe('a confirmation that was a mistake', () => {
    const UNDO = 'select nemus_undo_confirmations($1::text::uuid[]) as n';
    const undo = async (account: string, ids: readonly string[]) =>
      one(await ask(database(), signedIn(account), UNDO, [`{${ids.join()}}`])).n;
    const undoRefused = async (account: string, id: string) =>
      (await refusal(database(), signedIn(account), UNDO, [`{${id}}`]))?.hint;
    const confirmed = async (account = scene.confirmer.account) => {
      const id = await addEntry(database(), scene, 'submitted');
      await decide(database(), account, [id]);
      return id;
    };
    const findings = () =>
      database().query(
        `select 1 from private.nemus_check_steps($1::text::uuid) union all
        select 1 from private.nemus_check_sums($1::text::uuid)`,
        [scene.owner],
      );

    it('is undone by who made it: the entry waits again, counts no more, and can be confirmed again', async () => {
      const id = await confirmed();
      expect(await undo(scene.confirmer.account, [id])).toBe(1);
      expect(await stateOf(database(), id)).toMatchObject({ state: 'submitted', confirmed_by: null, decided_by: null });
      expect(await findings()).toEqual([]);
      const steps = one(await ask(database(), signedIn(scene.owner), HISTORY, [id])).steps;
      expect(steps).toMatchObject([{ action: 'confirm' }, { action: 'undo' }]);
      expect(
        await database().query(
          'select kind from nemus_notifications where user_id = $1::text::uuid order by created_at',
          [scene.owner],
        ),
      ).toContainEqual({ kind: 'sign_off_undone' });
      // A second click finds nothing to undo.
      expect(await undoRefused(scene.confirmer.account, id)).toBe('entry_not_found');
      expect(one(await decide(database(), scene.confirmer.account, [id])).decided).toBe(1);
      expect(await findings()).toEqual([]);
    });

    it('is undone by no one else, and all at once or none', async () => {
      const [own, byDeputy] = [await confirmed(), await confirmed(scene.deputy.account)];
      for (const other of [scene.owner, scene.institution, scene.deputy.account, scene.stranger]) {
        expect(await undoRefused(other, own)).toBe('entry_not_found');
      }
      const both = await refusal(database(), signedIn(scene.confirmer.account), UNDO, [`{${own},${byDeputy}}`]);
      expect(both?.hint).toBe('entry_not_found');
      expect(await stateOf(database(), own)).toMatchObject({ state: 'confirmed' });
    });

    it('stays once its confirmer left the list, or its deputy is one no more', async () => {
      const [own, byDeputy] = [await confirmed(), await confirmed(scene.deputy.account)];
      await database().query(
        `update nemus_confirmer_deputies set valid_from = $2::text::date, valid_until = $2::text::date
         where deputy_id = $1::text::uuid`,
        [scene.deputy.id, dayFrom(-1)],
      );
      expect(await undoRefused(scene.deputy.account, byDeputy)).toBe('confirmation_used');
      await ask(database(), signedIn(scene.institution), 'select nemus_end_confirmer($1::text::uuid)', [
        scene.confirmer.id,
      ]);
      expect(await undoRefused(scene.confirmer.account, own)).toBe('confirmation_used');
      for (const id of [own, byDeputy]) expect(await stateOf(database(), id)).toMatchObject({ state: 'confirmed' });
    });

    it('stays once ten minutes have passed, it was printed, or it is being corrected', async () => {
      const [late, corrected] = [await confirmed(), await confirmed()];
      await database().query(`set session_replication_role = 'replica'`);
      await database().query(
        `update nemus_logbook_entries set confirmed_at = confirmed_at - interval '11 minutes' where id = $1::text::uuid`,
        [late],
      );
      await database().query(`set session_replication_role = 'origin'`);
      await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [corrected]);
      const printed = await confirmed();
      await ask(database(), signedIn(scene.owner), 'select nemus_issue_logbook_paper()');
      // The print was requested first, and waited for the confirmation.
      await database().query(
        `update private.nemus_logbook_papers set created_at = created_at - interval '1 minute' where user_id = $1::text::uuid`,
        [scene.owner],
      );
      for (const id of [late, corrected, printed]) {
        expect(await undoRefused(scene.confirmer.account, id)).toBe('confirmation_used');
      }
      const again = await confirmed();
      expect(await undo(scene.confirmer.account, [again])).toBe(1);
    });

    it('brings back what a correction had replaced', async () => {
      const mistaken = await confirmed();
      const correction = text(await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [mistaken]), 'id');
      await database().query(`update nemus_logbook_entries set minutes = 45 where id = $1::text::uuid`, [correction]);
      await ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${correction}}`]);
      await decide(database(), scene.confirmer.account, [correction]);
      expect(await undoRefused(scene.confirmer.account, mistaken)).toBe('confirmation_used');
      await undo(scene.confirmer.account, [correction]);
      expect(await findings()).toEqual([]);
    });
  });

  it('confirms what was shown alone: an entry that was changed and submitted again is seen again first', async () => {
    const DECIDE_SHOWN = `select nemus_decide_entries(p_ids => $1::text::uuid[], p_decision => $2, p_reason => $3,
      p_seen => $4::text::timestamptz[]) as decided`;
    const [first, second] = [
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'submitted'),
    ];
    const me = signedIn(scene.confirmer.account);
    const seen = async () => {
      const { inbox } = one(await ask(database(), me, 'select nemus_sign_off_inbox() as inbox'));
      const { entries } = inbox as { entries: readonly { id: string; submitted_at: string }[] };
      return [first, second].map((id) => entries.find((entry) => entry.id === id)?.submitted_at ?? '');
    };
    const shown = await seen();
    await ask(database(), signedIn(scene.owner), TAKE_BACK_ENTRY, [second]);
    await database().query('update nemus_logbook_entries set minutes = 600 where id = $1::text::uuid', [second]);
    await ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${second}}`]);
    const given = [`{${first},${second}}`, 'confirm', null, `{${shown.join()}}`];
    expect(await refusal(database(), me, DECIDE_SHOWN, given)).toMatchObject({
      code: 'PT409',
      hint: 'entry_resubmitted',
    });
    expect(await refusal(database(), me, DECIDE_SHOWN, [given[0], 'return', 'Warum?', given[3]])).toMatchObject({
      hint: 'entry_resubmitted',
    });
    for (const id of [first, second]) expect(await stateOf(database(), id)).toMatchObject({ state: 'submitted' });
    expect(
      one(await ask(database(), me, DECIDE_SHOWN, [given[0], 'confirm', null, `{${(await seen()).join()}}`])).decided,
    ).toBe(2);
  });

  it('confirms hours under the name that was shown, and reads another one first', async () => {
    const DECIDE_SHOWN = `select nemus_decide_entries($1::text::uuid[], 'confirm', null, $2::text::timestamptz[]) as decided`;
    const id = await addEntry(database(), scene, 'submitted');
    const me = signedIn(scene.confirmer.account);
    const seen = async () => {
      const { inbox } = one(await ask(database(), me, 'select nemus_sign_off_inbox() as inbox'));
      const { entries } = inbox as { entries: readonly { submitted_at: string }[] };
      return `{${entries.map(({ submitted_at: at }) => at).join()}}`;
    };
    const shown = await seen();
    await ask(
      database(),
      signedIn(scene.owner),
      `update nemus_profiles set first_name = 'Erika', last_name = 'Fremd' where user_id = $1::text::uuid`,
      [scene.owner],
    );
    expect(await refusal(database(), me, DECIDE_SHOWN, [`{${id}}`, shown])).toMatchObject({
      code: 'PT409',
      hint: 'entry_resubmitted',
    });
    expect(await stateOf(database(), id)).toMatchObject({ state: 'submitted' });
    expect(one(await ask(database(), me, DECIDE_SHOWN, [`{${id}}`, await seen()])).decided).toBe(1);
  });

  it('today’s deputy confirms as deputy, and not before or after', async () => {
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

  it('no person decides on own entries: not as the named person, as deputy, or under another account', async () => {
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
      // It can be returned, so no entry is stuck without a confirming person.
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

  it('a person off the list decides nothing, nor does their deputy', async () => {
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
    expect(await status(scene.stranger)).toEqual({
      open: 0,
      only: false,
      mails: 'weekly',
      people: [],
      invitations: [],
      deputies: [],
    });
  });
}
