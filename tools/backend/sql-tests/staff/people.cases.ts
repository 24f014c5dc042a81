import { randomUUID } from 'node:crypto';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { takePart } from '../scenes/places';
import { invite } from '../scenes/trainees';

const BLOCK = 'select nemus_block_account($1::text::uuid, $2) as r';
const UNBLOCK = 'select nemus_unblock_account($1::text::uuid) as r';
const GRANT = 'select nemus_grant_role($1::text::uuid, $2) as r';
const TAKE = 'select nemus_take_role($1::text::uuid, $2) as r';
const PERSON = 'select nemus_staff_account($1::text::uuid) as r';
const LIST = 'select nemus_staff_accounts($1, $2) as r';
const LINES = 'select nemus_audit_lines(p_actor => $1::text::uuid, p_subject => $2, p_subject_id => $3) as r';
const APPROVE = 'select nemus_approve_institution($1::text::uuid, $2) as r';

/** Staff with the role `people`: its view of accounts, and its actions. */
export function staffPeopleCases(database: () => TestDatabase): void {
  const asks = async (user: string, statement: string, values: readonly unknown[] = []) =>
    one(await ask(database(), signedIn(user), statement, values)).r;
  const refused = async (user: string, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), signedIn(user), statement, values))?.hint;
  const found = async (staff: string, search: string | null, kind: string | null = null) => {
    const { rows } = Object(await asks(staff, LIST, [search, kind]));
    return rows.map(({ user_id: id }: { user_id: string }) => id);
  };
  const written = async (staff: string, subject: string, id: string) => {
    const { rows } = Object(await asks(staff, LINES, [staff, subject, id]));
    return rows.map(({ action }: { action: string }) => action);
  };
  const openSession = async (user: string) => {
    const id = randomUUID();
    await database().query('insert into auth.sessions (id, user_id) values ($1::text::uuid, $2::text::uuid)', [
      id,
      user,
    ]);
    return id;
  };

  it('finds accounts by name and address, by type, and those that are staff or blocked', async () => {
    const staff = await hireStaff(database(), ['people']);
    const mark = `q${randomUUID().slice(0, 8)}`;
    const person = await signUp(database(), { first: 'Jörg', last: mark });
    const institution = await signUp(database(), { type: 'institution', institution: `Haus ${mark}` });
    expect((await found(staff, mark)).sort()).toEqual([person, institution].sort());
    expect(await found(staff, `joerg ${mark}`)).toEqual([person]);
    expect(await found(staff, mark, 'institution')).toEqual([institution]);
    expect(await found(staff, mark, 'staff')).toEqual([]);
    expect(await found(staff, `${person}@nemus`)).toEqual([person]);
    await asks(staff, BLOCK, [person, 'Missbrauch']);
    expect(await found(staff, mark, 'blocked')).toEqual([person]);
    expect(await found(staff, null, 'blocked')).toContain(person);
    expect(await found(staff, null, 'staff')).toContain(staff);
  });

  it('a block ends a pending change of the address', async () => {
    const [staff, person] = [await hireStaff(database(), ['people']), await signUp(database())];
    await database().query(
      `update auth.users set email_change = 'neu@praxis.example', email_change_token_new = 'a', email_change_token_current = 'b'
       where id = $1::text::uuid`,
      [person],
    );
    await asks(staff, BLOCK, [person, 'Missbrauch']);
    expect(
      await database().query(
        `select email_change, email_change_token_new as next, email_change_token_current as current from auth.users where id = $1::text::uuid`,
        [person],
      ),
    ).toEqual([{ email_change: '', next: '', current: '' }]);
  });

  it.each([
    ['the list', LIST, () => [null, null]],
    ['a page', PERSON, (id: string) => [id]],
    ['blocking', BLOCK, (id: string) => [id, 'Missbrauch']],
    ['unblocking', UNBLOCK, (id: string) => [id]],
    ['granting', GRANT, (id: string) => [id, 'people']],
    ['taking', TAKE, (id: string) => [id, 'people']],
    ['the end of a link', 'select nemus_end_link($1::text::uuid) as r', (id: string) => [id]],
    ['an invitation', 'select nemus_resend_for_institution($1::text::uuid) as r', (id: string) => [id]],
    ['the log', 'select nemus_audit_lines() as r', () => []],
    ['its filters', 'select nemus_audit_filters() as r', () => []],
  ])('refuses %s to accounts and to staff of other sections', async (_what, statement, values) => {
    const others = await hireStaff(database(), ['catalogue', 'teaching', 'orders']);
    for (const user of [others, await signUp(database()), await signUpInstitution(database())]) {
      expect(await refused(user, statement, values(user))).toBe('staff_required');
    }
    expect((await refusal(database(), ANONYMOUS, statement, values(others)))?.code).toBe('42501');
  });

  it('blocks an account: sessions end, tokens that are still valid are refused, and it can be undone', async () => {
    const staff = await hireStaff(database(), ['people']);
    const user = await signUp(database());
    await openSession(user);
    const check = async () =>
      (await refusal(database(), signedIn(user), 'select private.nemus_check_caller()'))?.hint ?? null;
    expect(await check()).toBeNull();
    await asks(staff, BLOCK, [user, 'Gibt Zugangsdaten weiter']);
    await asks(staff, BLOCK, [user, 'Noch einmal']);
    expect(await check()).toBe('account_blocked');
    expect(await database().query('select id from auth.sessions where user_id = $1::text::uuid', [user])).toEqual([]);
    const [banned] = await database().query(
      'select banned_until > now() as yes from auth.users where id = $1::text::uuid',
      [user],
    );
    expect(banned).toEqual({ yes: true });
    expect(await asks(staff, PERSON, [user])).toMatchObject({
      is_blocked: true,
      block: { reason: 'Gibt Zugangsdaten weiter', by: 'Ina Falk' },
    });
    await asks(staff, UNBLOCK, [user]);
    expect(await check()).toBeNull();
    expect(await asks(staff, PERSON, [user])).toMatchObject({ is_blocked: false, block: null });
    expect(await written(staff, 'blocked_accounts', user)).toEqual(['delete', 'insert']);
  });

  it('lets no visitor be stopped, and counts accounts blocked by the operator as well', async () => {
    expect(await refusal(database(), ANONYMOUS, 'select private.nemus_check_caller()')).toBeNull();
    expect(await refusal(database(), SERVICE, 'select private.nemus_check_caller()')).toBeNull();
    const [staff, user] = [await hireStaff(database(), ['people']), await signUp(database())];
    await database().query(`update auth.users set banned_until = now() + interval '1 day' where id = $1::text::uuid`, [
      user,
    ]);
    expect((await refusal(database(), signedIn(user), 'select private.nemus_check_caller()'))?.hint).toBe(
      'account_blocked',
    );
    await asks(staff, UNBLOCK, [user]);
    expect(await written(staff, 'profiles', user)).toEqual(['unblock_account']);
  });

  it('blocks neither oneself nor an unknown account, and not without a reason', async () => {
    const staff = await hireStaff(database(), ['people']);
    expect(await refused(staff, BLOCK, [staff, 'Missbrauch'])).toBe('own_account');
    expect(await refused(staff, BLOCK, [randomUUID(), 'Missbrauch'])).toBe('account_not_found');
    const user = await signUp(database());
    for (const reason of ['', '  ', 'ab', null, 'x'.repeat(1_001)]) {
      expect(await refused(staff, BLOCK, [user, reason])).toBe('note_missing');
    }
    expect(await asks(staff, PERSON, [user])).toMatchObject({ is_blocked: false });
  });

  it('shows the dates of a person to staff that teaches, and certificates', async () => {
    const user = await signUp(database());
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar, { hours: 240, capacity: 3 });
    await takePart(database(), user, { seminar, date });
    await database().query(
      `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on) values ($1::text::uuid, 'T-7', 'Ethik', 'Nemus', 3, current_date)`,
      [user],
    );
    const [people, both] = [
      await hireStaff(database(), ['people']),
      await hireStaff(database(), ['people', 'teaching']),
    ];
    const certificates = [{ number: 'T-7', title: 'Ethik', revoked_at: null }];
    expect(await asks(people, PERSON, [user])).toMatchObject({ dates: null, certificates });
    expect(await asks(both, PERSON, [user])).toMatchObject({
      dates: [{ appointment_id: date, status: 'confirmed', parts: null, is_cancelled: false }],
      certificates,
    });
  });

  it('gives no role to the own account', async () => {
    const staff = await hireStaff(database(), ['people']);
    for (const role of ['orders', 'people'])
      expect(await refused(staff, GRANT, [staff, role])).toBe('own_role_granted');
  });

  it('gives and takes roles, never the own role of people', async () => {
    const staff = await hireStaff(database(), ['people', 'orders']);
    const user = await signUp(database());
    await asks(staff, GRANT, [user, 'people']);
    await asks(staff, GRANT, [user, 'people']);
    expect(await asks(staff, PERSON, [user])).toMatchObject({ roles: [{ role: 'people', by: 'Ina Falk' }] });
    expect(await refused(staff, TAKE, [staff, 'people'])).toBe('own_role');
    await asks(staff, TAKE, [staff, 'orders']);
    await asks(user, TAKE, [staff, 'people']);
    expect(await refused(staff, TAKE, [user, 'people'])).toBe('staff_required');
    for (const role of ['admin', '', null]) expect(await refused(user, GRANT, [staff, role])).toBe('invalid_role');
    expect(await written(user, 'staff', `${staff}:people`)).toEqual(['delete']);
    await asks(user, BLOCK, [staff, 'Ausgeschieden']);
    expect(await refused(user, GRANT, [staff, 'teaching'])).toBe('account_is_blocked');
  });

  it('ends a link, which both sides then see, and sends an invitation again', async () => {
    const staff = await hireStaff(database(), ['people']);
    const institution = await signUpInstitution(database());
    const email = freshAddress();
    const user = await signUp(database(), { email });
    const { token, trainee } = await invite(database(), institution, email);
    // Only that person makes the link.
    expect(await refused(staff, 'select nemus_accept_invitation($1) as r', [token])).toBe('invitation_for_other');
    await asks(user, 'select nemus_accept_invitation($1) as r', [token]);
    expect(await asks(staff, PERSON, [user])).toMatchObject({ links: [{ trainee_id: trainee, user_id: institution }] });
    expect(await asks(staff, PERSON, [institution])).toMatchObject({ links: [{ trainee_id: trainee, user_id: user }] });
    const RESEND = 'select nemus_resend_for_institution($1::text::uuid) as r';
    expect(await refused(staff, RESEND, [trainee])).toBe('trainee_linked');
    for (const _time of [1, 2]) await asks(staff, 'select nemus_end_link($1::text::uuid) as r', [trainee]);
    expect(await asks(user, 'select nemus_institution_links() as r')).toEqual([]);
    await database().query(`update private.nemus_sent_invitations set created_at = now() - interval '2 minutes'`);
    expect(await asks(staff, RESEND, [trainee])).toMatchObject({ trainee_id: trainee, email });
    expect(await written(staff, 'trainees', trainee)).toEqual(['resend_invitation', 'end_link']);
    expect(await refused(staff, RESEND, [randomUUID()])).toBe('trainee_not_found');
    // What the institution revoked stays revoked, whatever it corrects then; a corrected address is invited.
    const pass = () =>
      database().query(`update private.nemus_sent_invitations set created_at = now() - interval '2 minutes'`);
    const correct = async () => {
      const address = freshAddress();
      await asks(
        institution,
        'with c as (update nemus_trainees set email = $2 where id = $1::text::uuid returning 1) select count(*) as r from c',
        [trainee, address],
      );
      return address;
    };
    await pass();
    const corrected = await correct();
    expect(await asks(staff, RESEND, [trainee])).toMatchObject({ email: corrected });
    await pass();
    await asks(institution, 'select nemus_revoke_invitation($1::text::uuid) as r', [trainee]);
    expect(await refused(staff, RESEND, [trainee])).toBe('invitation_invalid');
    await correct();
    expect(await refused(staff, RESEND, [trainee])).toBe('invitation_invalid');
  });

  it('approves institutions as operators do, and it is written down', async () => {
    const staff = await hireStaff(database(), ['people']);
    const institution = await signUp(database(), { type: 'institution', institution: 'Ambulanz West' });
    await database().query('delete from nemus_institution_approvals where institution_id = $1::text::uuid', [
      institution,
    ]);
    expect(await refused(await hireStaff(database(), ['orders']), APPROVE, [institution, 'Ambulanz West'])).toBe(
      'operator_required',
    );
    const reviews = await asks(staff, 'select nemus_institution_reviews() as r');
    expect(reviews).toEqual(expect.arrayContaining([expect.objectContaining({ institution_id: institution })]));
    await asks(staff, APPROVE, [institution, 'Ambulanz West']);
    await asks(staff, 'select nemus_withdraw_approval($1::text::uuid) as r', [institution]);
    expect(await written(staff, 'institution_approvals', institution)).toEqual(['update', 'insert']);
  });

  it('shows the log by person, subject and time, page by page, as it was written', async () => {
    const staff = await hireStaff(database(), ['people']);
    const user = await signUp(database());
    const evil = '=HYPERLINK("http://x")\n"; drop table';
    await asks(staff, BLOCK, [user, evil]);
    await asks(staff, UNBLOCK, [user]);
    const page = Object(
      await asks(staff, 'select nemus_audit_lines(p_actor => $1::text::uuid, p_limit => 1) as r', [staff]),
    );
    expect(page).toMatchObject({ has_more: true, rows: [{ action: 'delete', before: { reason: evil } }] });
    const next = Object(
      await asks(staff, 'select nemus_audit_lines(p_actor => $1::text::uuid, p_below => $2::text::bigint) as r', [
        staff,
        String(page.rows[0].id),
      ]),
    );
    expect(next).toMatchObject({
      has_more: false,
      rows: [{ action: 'insert', after: { reason: evil }, actor_name: 'Ina Falk' }],
    });
    const later = 'select nemus_audit_lines(p_actor => $1::text::uuid, p_from => now() + $2::text::interval) as r';
    expect(await asks(staff, later, [staff, '1 minute'])).toEqual({ rows: [], has_more: false });
    const filters = Object(await asks(staff, 'select nemus_audit_filters() as r'));
    expect(filters.actors).toContainEqual({ actor_id: staff, actor_name: 'Ina Falk' });
    expect(filters.subjects).toContain('blocked_accounts');
  });

  it('keeps the log: no account writes, changes or removes a line', async () => {
    const staff = await hireStaff(database(), ['people']);
    await asks(staff, BLOCK, [await signUp(database()), 'Missbrauch']);
    for (const caller of [signedIn(staff), SERVICE]) {
      for (const statement of [
        `insert into private.nemus_audit_log (actor_id, actor_name, action, subject, subject_id)
         values ('${staff}', 'x', 'x', 'x', 'x')`,
        `update private.nemus_audit_log set action = 'x'`,
        'delete from private.nemus_audit_log',
        'select * from private.nemus_audit_log',
        `select private.nemus_note_act('x', 'x', 'x', null, null)`,
      ]) {
        expect({ statement, code: (await refusal(database(), caller, statement))?.code }).toEqual({
          statement,
          code: '42501',
        });
      }
    }
    for (const statement of [
      `update private.nemus_audit_log set action = 'x'`,
      'delete from private.nemus_audit_log',
    ]) {
      await expect(database().query(statement)).rejects.toMatchObject({ hint: 'append_only' });
    }
  });
}
