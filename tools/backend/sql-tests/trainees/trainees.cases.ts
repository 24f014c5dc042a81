import { ANONYMOUS, ask, refusal, signedIn, type Caller, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { text } from '../scenes/rows';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

/** Everything that shows a trainee of an institution. */
const PLACES = {
  'the rows': `select id::text from nemus_trainees where email like '%@sicht.example' order by email`,
  'the list': `select id::text from nemus_trainee_list where email like '%@sicht.example' order by email`,
  invitations: `select trainee_id::text as id from nemus_invitations where email like '%@sicht.example' order by email`,
} as const;

interface Scene {
  readonly institution: string;
  readonly other: string;
  readonly linked: { readonly id: string; readonly account: string; readonly email: string };
  readonly invited: string;
  readonly stranger: string;
}

/** An institution with a linked and an invited trainee, another institution with one of its own, and a stranger. */
async function setScene(database: TestDatabase): Promise<Scene> {
  const [institution, other] = [await signUpInstitution(database), await signUpInstitution(database, 'Klinik am See')];
  const email = freshAddress('a', 'sicht.example');
  const [account, stranger] = [await signUp(database, { email }), await signUp(database)];
  const accepted = await invite(database, institution, email);
  await ask(database, signedIn(account), ACCEPT_INVITATION, [accepted.token]);
  const { trainee: invited } = await invite(database, institution, freshAddress('b', 'sicht.example'));
  await invite(database, other, freshAddress('c', 'sicht.example'));
  return { institution, other, linked: { id: accepted.trainee, account, email }, invited, stranger };
}

/** Who may see, change and invite which trainee. */
export function traineeCases(database: () => TestDatabase): void {
  const seenBy = async (caller: Caller, statement: string) =>
    (await ask(database(), caller, statement)).map(({ id }) => String(id));
  const updatedBy = async (caller: Caller, id: string, change: string) =>
    (await ask(database(), caller, `update nemus_trainees set ${change} where id = $1::text::uuid returning id`, [id]))
      .length;

  it.each(Object.entries(PLACES))('%s: an institution sees its own trainees and no other’s', async (_place, look) => {
    const { institution, other, linked, invited } = await setScene(database());
    expect(await seenBy(signedIn(institution), look)).toEqual([linked.id, invited]);
    const theirs = await seenBy(signedIn(other), look);
    expect(theirs).toHaveLength(1);
    expect(theirs).not.toContain(linked.id);
    expect(theirs).not.toContain(invited);
  });

  it('a trainee sees the own row alone, and neither list nor invitations', async () => {
    const { linked } = await setScene(database());
    const me = signedIn(linked.account);
    expect(await seenBy(me, PLACES['the rows'])).toEqual([linked.id]);
    expect(await seenBy(me, PLACES['the list'])).toEqual([]);
    expect(await seenBy(me, PLACES.invitations)).toEqual([]);
    expect(await updatedBy(me, linked.id, 'completed_hours = 600')).toBe(0);
  });

  it('a stranger sees no trainees, and a visitor may not even call', async () => {
    const { stranger } = await setScene(database());
    for (const look of Object.values(PLACES)) {
      expect(await seenBy(signedIn(stranger), look)).toEqual([]);
      expect(await refusal(database(), ANONYMOUS, look)).toMatchObject({ code: '42501' });
    }
  });

  it('deactivating hides nothing: the institution and the trainee see the row as before', async () => {
    const { institution, other, linked, invited } = await setScene(database());
    for (const id of [linked.id, invited]) {
      expect(await updatedBy(signedIn(institution), id, `status = 'inactive'`)).toBe(1);
    }
    expect(await seenBy(signedIn(institution), PLACES['the list'])).toEqual([linked.id, invited]);
    expect(await seenBy(signedIn(linked.account), PLACES['the rows'])).toEqual([linked.id]);
    expect(await seenBy(signedIn(other), PLACES['the rows'])).toHaveLength(1);
  });

  it('who leaves the institution is seen by it, and no longer sees the row', async () => {
    const { institution, linked } = await setScene(database());
    await ask(database(), signedIn(linked.account), 'select nemus_leave_institution($1::text::uuid)', [linked.id]);
    expect(await seenBy(signedIn(linked.account), PLACES['the rows'])).toEqual([]);
    expect(await ask(database(), signedIn(institution), 'select status, user_id from nemus_trainees order by email'))
      // The institution keeps its own data, without the account.
      .toMatchObject([{ status: 'inactive', user_id: null }, { status: 'active' }]);
  });

  it('the account of a trainee shows its name and address to no institution', async () => {
    const { institution, other, linked } = await setScene(database());
    for (const reader of [institution, other]) {
      for (const table of ['nemus_profiles', 'nemus_personal_data', 'nemus_training_info']) {
        const own = `select * from ${table} where user_id = $1::text::uuid`;
        expect(await ask(database(), signedIn(reader), own, [linked.account])).toEqual([]);
      }
    }
  });

  it('progress is shown to the institution of a linked trainee alone', async () => {
    const { institution, other, linked } = await setScene(database());
    const progress = 'select area from nemus_training_progress where user_id = $1::text::uuid';
    expect(await ask(database(), signedIn(institution), progress, [linked.account])).toHaveLength(3);
    expect(await ask(database(), signedIn(other), progress, [linked.account])).toEqual([]);
  });

  it('no other account changes, hands over, invites again or revokes a trainee', async () => {
    const { institution, other, invited, linked } = await setScene(database());
    for (const caller of [signedIn(other), signedIn(linked.account)]) {
      expect(await updatedBy(caller, invited, `last_name = 'Fremd'`)).toBe(0);
      const isPiw = caller.userId === linked.account;
      for (const [call, hint] of [
        ['nemus_resend_invitation', isPiw ? 'institution_required' : 'trainee_not_found'],
        ['nemus_revoke_invitation', 'invitation_invalid'],
        ['nemus_unlink_trainee', 'trainee_not_found'],
        ['nemus_leave_institution', 'trainee_not_found'],
      ] as const) {
        expect(await refusal(database(), caller, `select ${call}($1::text::uuid)`, [invited])).toMatchObject({ hint });
      }
    }
    for (const change of [`institution_id = '${other}'`, `user_id = '${linked.account}'`]) {
      const statement = `update nemus_trainees set ${change} where id = $1::text::uuid`;
      expect(await refusal(database(), signedIn(institution), statement, [invited])).toMatchObject({ code: '42501' });
    }
  });

  it('a changed name is that of the lists that had the earlier one, and of no other', async () => {
    const { institution, other, linked } = await setScene(database());
    const rename = 'update nemus_profiles set first_name = $2, last_name = $3 where user_id = $1::text::uuid';
    const second = await invite(database(), other, linked.email, ['Eva ', 'TEST']);
    await ask(database(), signedIn(linked.account), ACCEPT_INVITATION, [second.token]);
    // Only invited, not linked: the address alone is no account.
    const third = await signUpInstitution(database(), 'Praxis am Tor');
    await invite(database(), third, linked.email, ['Eva', 'Test']);
    await ask(database(), signedIn(linked.account), rename, [linked.account, 'Eva', 'Berg']);
    const nameFor = async (who: string) =>
      text(
        await ask(
          database(),
          signedIn(who),
          `select first_name || ' ' || last_name as name from nemus_trainees where email = $1`,
          [linked.email],
        ),
        'name',
      );
    // It writes the person otherwise: "Nora Beck".
    expect(await nameFor(institution)).toBe('Nora Beck');
    expect(await nameFor(other)).toBe('Eva Berg');
    expect(await nameFor(third)).toBe('Eva Test');
    // A name that a list cannot have, and what follows after the link has ended.
    await database().query(rename, [linked.account, '', 'Berg']);
    expect(await nameFor(other)).toBe('Eva Berg');
    await database().query(rename, [linked.account, 'Eva', 'Berg']);
    await ask(database(), signedIn(linked.account), 'select nemus_leave_institution($1::text::uuid)', [second.trainee]);
    await ask(database(), signedIn(linked.account), rename, [linked.account, 'Eva', 'Kern']);
    expect(await nameFor(other)).toBe('Eva Berg');
  });

  it('two institutions may have the same person, each with a row of its own', async () => {
    const { institution, other, linked } = await setScene(database());
    const second = await invite(database(), other, linked.email);
    await ask(database(), signedIn(linked.account), ACCEPT_INVITATION, [second.token]);
    expect(await seenBy(signedIn(linked.account), PLACES['the rows'])).toHaveLength(2);
    await ask(database(), signedIn(other), `update nemus_trainees set phone = '030 1234' where id = $1::text::uuid`, [
      second.trainee,
    ]);
    const phones = 'select phone from nemus_trainees where email = $1';
    expect(text(await ask(database(), signedIn(institution), phones, [linked.email]), 'phone')).toBe('+49 30 123456');
  });
}
