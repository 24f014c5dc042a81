import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import {
  addEntry,
  CORRECT_ENTRY,
  entryForm,
  SAVE_ENTRY,
  setLogbookScene,
  SUBMIT_ENTRIES,
  type LogbookScene,
} from '../scenes/logbook';
import { addMember } from '../scenes/members';
import { one, text } from '../scenes/rows';
import {
  addOutsider,
  claimFor,
  DECIDE_BY_LINK,
  decide,
  decisionRefused,
  submitTo,
  THIS_WEEK,
} from '../scenes/sign-off';

const SAVE_PERSON = 'select nemus_save_confirmer($1, $2, $3::text::uuid)';
const POSSIBLE = 'select nemus_possible_confirmers() as people';

/** Approval, administrator and name that a confirmation rests on. */
export function confirmingBasisCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });

  const withdraw = (institution: string) =>
    database().query(
      'update nemus_institution_approvals set withdrawn_at = now() where institution_id = $1::text::uuid',
      [institution],
    );
  const block = (user: string) =>
    database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      user,
    ]);

  it.each([
    ['the approval is withdrawn', withdraw],
    ['its only administrator is blocked', block],
  ] as const)('nothing is confirmed for an institution once %s', async (_when, end) => {
    const outsider = await addOutsider(database(), scene.institution);
    const byLink = await submitTo(database(), scene, outsider.id);
    const [letter] = await claimFor(database(), outsider.email);
    const [entry, other, draft] = [
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'draft'),
    ];
    await end(scene.institution);
    for (const account of [scene.confirmer.account, scene.deputy.account]) {
      expect(await decisionRefused(database(), account, [entry])).toMatchObject({
        code: 'PT409',
        hint: 'institution_unapproved',
      });
    }
    expect(
      (await refusal(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${byLink}}`, 'confirm', null]))
        ?.hint,
    ).toBe('sign_off_link_invalid');
    const owner = signedIn(scene.owner);
    expect(one(await ask(database(), owner, POSSIBLE)).people).toEqual([]);
    expect(await refusal(database(), owner, SUBMIT_ENTRIES, [`{${draft}}`])).toMatchObject({
      hint: 'entry_incomplete',
    });
    const form = entryForm({ confirmer_id: scene.confirmer.id });
    expect(await refusal(database(), owner, SAVE_ENTRY, [JSON.stringify(form)])).toMatchObject({
      values: { field: 'confirmer_id', problem: 'confirmer' },
    });
    // The trainee is not stuck: a confirmer returns the entry.
    await decide(database(), scene.confirmer.account, [other], 'return', 'Die Freigabe fehlt.');
  });

  it('a blocked account confirms nothing by a link to its mailbox either', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const entry = await submitTo(database(), scene, outsider.id);
    const [letter] = await claimFor(database(), outsider.email);
    const given = [letter?.token ?? '', `{${entry}}`, 'confirm', null];
    const account = await signUp(database(), { email: outsider.email });
    await block(account);
    expect(await refusal(database(), ANONYMOUS, DECIDE_BY_LINK, given)).toMatchObject({
      hint: 'sign_off_link_invalid',
    });
    // Nor does a new one leave.
    await submitTo(database(), scene, outsider.id);
    await database().query(`update private.nemus_sign_off_letters set due_at = now() where sent_at is null`);
    expect(await claimFor(database(), outsider.email)).toEqual([]);
    await database().query(`update auth.users set banned_until = null where id = $1::text::uuid`, [account]);
    await ask(database(), ANONYMOUS, DECIDE_BY_LINK, given);
  });

  it("a blocked person is not stood in for, nor named, and their entries are the trainee's to hand on", async () => {
    const [waiting, draft] = [
      await addEntry(database(), scene, 'submitted'),
      await addEntry(database(), scene, 'draft'),
    ];
    const owner = signedIn(scene.owner);
    const stranded = async () =>
      one(
        await database().query(
          'select private.nemus_is_stranded(e) as stranded from nemus_logbook_entries e where e.id = $1::text::uuid',
          [waiting],
        ),
      ).stranded;
    expect(await stranded()).toBe(false);
    await block(scene.confirmer.account);
    expect(await decisionRefused(database(), scene.deputy.account, [waiting])).toMatchObject({
      hint: 'entry_not_found',
    });
    expect(
      one(await ask(database(), signedIn(scene.deputy.account), 'select nemus_sign_off_inbox() as inbox')).inbox,
    ).toMatchObject({ entries: [] });
    expect(await refusal(database(), owner, SUBMIT_ENTRIES, [`{${draft}}`])).toMatchObject({
      hint: 'entry_incomplete',
    });
    expect(JSON.stringify(one(await ask(database(), owner, POSSIBLE)).people)).not.toContain(scene.confirmer.id);
    expect(await stranded()).toBe(true);
    await database().query('update auth.users set banned_until = null where id = $1::text::uuid', [
      scene.confirmer.account,
    ]);
    await decide(database(), scene.deputy.account, [waiting]);
  });

  it('hours that were submitted before the link ended are confirmed afterwards, and none that come later', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const owner = signedIn(scene.owner);
    const [kept, deputised, returned] = [
      await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom() }),
      await submitTo(database(), scene, scene.confirmer.id),
      await submitTo(database(), scene, scene.confirmer.id),
    ];
    const byLink = await submitTo(database(), scene, outsider.id);
    const [letter] = await claimFor(database(), outsider.email);
    const draft = await addEntry(database(), scene, 'draft');
    await ask(database(), owner, 'select nemus_leave_institution($1::text::uuid)', [scene.trainee]);
    expect(one(await ask(database(), owner, THIS_WEEK)).week).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ id: kept, is_unlinked: true, is_stranded: false, is_paused: false }),
      ]),
    });
    expect(
      one(await ask(database(), signedIn(scene.confirmer.account), 'select nemus_sign_off_inbox() as inbox')).inbox,
    ).toMatchObject({ entries: [{ is_linked: false }, { is_linked: false }, { is_linked: false }] });
    await decide(database(), scene.confirmer.account, [kept]);
    await decide(database(), scene.deputy.account, [deputised]);
    await ask(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${byLink}}`, 'confirm', null]);
    await decide(database(), scene.confirmer.account, [returned], 'return', 'Der Tag stimmt nicht.');
    for (const id of [returned, draft]) {
      expect(await refusal(database(), owner, SUBMIT_ENTRIES, [`{${id}}`])).toMatchObject({
        hint: 'entry_incomplete',
        values: { of: 'role' },
      });
    }
    const form = entryForm({ confirmer_id: scene.confirmer.id, done_on: dayFrom() });
    expect(await refusal(database(), owner, SAVE_ENTRY, [JSON.stringify(form)])).toMatchObject({
      values: { field: 'confirmer_id', problem: 'confirmer' },
    });
    const corrected = text(await ask(database(), owner, CORRECT_ENTRY, [kept]), 'id');
    expect(await refusal(database(), owner, SUBMIT_ENTRIES, [`{${corrected}}`])).toMatchObject({
      hint: 'entry_incomplete',
    });
    // Neither the institution nor its list follows the trainee.
    expect(await ask(database(), signedIn(scene.institution), 'select id from nemus_logbook_entries')).toEqual([]);
  });

  it('hours that wait for an institution without approval say so to their author', async () => {
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom() });
    const week = async () => one(await ask(database(), signedIn(scene.owner), THIS_WEEK)).week;
    expect(await week()).toMatchObject({ entries: [{ is_paused: false }] });
    await withdraw(scene.institution);
    expect(await week()).toMatchObject({ entries: [{ is_paused: true, is_stranded: false, is_unlinked: false }] });
  });

  it('an institution with another administrator goes on while its founder is blocked', async () => {
    await addMember(database(), scene.institution, ['administration']);
    await block(scene.institution);
    await decide(database(), scene.confirmer.account, [await addEntry(database(), scene, 'submitted')]);
  });

  it('a deputy reads nothing of a person who left the list', async () => {
    const id = await addEntry(database(), scene, 'submitted');
    const deputy = signedIn(scene.deputy.account);
    const reads = () =>
      ask(database(), deputy, 'select id::text from nemus_logbook_entries where id = $1::text::uuid', [id]);
    const open = async () =>
      one(await ask(database(), deputy, `select (nemus_sign_off_status() ->> 'open')::int as open`)).open;
    expect(await reads()).toEqual([{ id }]);
    expect(await open()).toBe(1);
    await ask(database(), signedIn(scene.institution), 'select nemus_end_confirmer($1::text::uuid)', [
      scene.confirmer.id,
    ]);
    expect(await reads()).toEqual([]);
    expect(await open()).toBe(0);
    expect(await refusal(database(), deputy, 'select nemus_sign_off_history($1::text::uuid)', [id])).toMatchObject({
      hint: 'entry_not_found',
    });
  });

  it('a confirmer keeps the name of the first confirmation, as named person and as deputy', async () => {
    const rename = (id: string, called: string) =>
      refusal(database(), signedIn(scene.institution), SAVE_PERSON, [called, emails.get(id), id]);
    const emails = new Map<string, string>(
      (await database().query('select id::text, email from nemus_confirmers')).map(({ id, email }) => [
        String(id),
        String(email),
      ]),
    );
    expect(await rename(scene.confirmer.id, 'Ada Lang')).toBeNull();
    expect(await rename(scene.deputy.id, 'Eva Kurz')).toBeNull();
    const ids = [await addEntry(database(), scene, 'submitted'), await addEntry(database(), scene, 'submitted')];
    await decide(database(), scene.confirmer.account, ids.slice(0, 1));
    await decide(database(), scene.deputy.account, ids.slice(1));
    for (const [id, own] of [
      [scene.confirmer.id, 'Ada Lang'],
      [scene.deputy.id, 'Eva Kurz'],
    ] as const) {
      expect(await rename(id, 'Dr. Berta Fremd')).toMatchObject({
        code: 'PT409',
        hint: 'confirmer_confirmed',
        values: { field: 'name' },
      });
      expect(await rename(id, ` ${own} `)).toBeNull();
    }
  });

  it('a confirmer without an account keeps the name after a confirmation by link', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const entry = await submitTo(database(), scene, outsider.id);
    const [letter] = await claimFor(database(), outsider.email);
    await ask(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${entry}}`, 'confirm', null]);
    const rename = (called: string, email: string) =>
      refusal(database(), signedIn(scene.institution), SAVE_PERSON, [called, email, outsider.id]);
    expect((await rename('Dr. Berta Fremd', outsider.email))?.hint).toBe('confirmer_confirmed');
    // The address may change.
    expect(await rename('Ada Lehr', freshAddress())).toBeNull();
  });

  it('entries of a trainee who left stay with the chosen person: no other address gets them', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    const entry = await submitTo(database(), scene, outsider.id);
    const replace = (email: string) =>
      refusal(database(), signedIn(scene.institution), SAVE_PERSON, ['Dr. Berta Fremd', email, outsider.id]);
    expect(await replace(freshAddress())).toBeNull();
    await ask(database(), signedIn(scene.owner), 'select nemus_leave_institution($1::text::uuid)', [scene.trainee]);
    const other = freshAddress();
    expect(await replace(other)).toMatchObject({
      code: 'PT409',
      hint: 'confirmer_awaited',
      values: { field: 'email' },
    });
    expect(await claimFor(database(), other)).toEqual([]);
    await ask(database(), signedIn(scene.owner), 'select nemus_take_back_entry($1::text::uuid)', [entry]);
    expect(await replace(other)).toBeNull();
  });
}
