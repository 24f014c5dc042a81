import { randomUUID } from 'node:crypto';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { withoutFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { addMember, inviteMember, memberToken, type MemberRole } from '../scenes/members';
import { one, text } from '../scenes/rows';

const ACCEPT = 'select nemus_accept_membership($1) as answer';
const PAGE = 'select nemus_member_invitation($1) as page';

export function memberCases(database: () => TestDatabase): void {
  const call = (account: string, statement: string, parameters: readonly unknown[] = []) =>
    ask(database(), signedIn(account), statement, parameters);
  const refused = (account: string, statement: string, parameters: readonly unknown[] = []) =>
    refusal(database(), signedIn(account), statement, parameters);
  const rolesOf = async (institution: string, account: string) =>
    (
      await database().query(
        'select roles from nemus_members where institution_id = $1::text::uuid and user_id = $2::text::uuid',
        [institution, account],
      )
    )[0]?.roles;
  const change = (by: string, account: string, roles: readonly MemberRole[]) =>
    refused(by, 'select nemus_change_member($1::text::uuid, $2::text::text[])', [account, `{${roles.join(',')}}`]);
  const remove = (by: string, account: string) => refused(by, 'select nemus_remove_member($1::text::uuid)', [account]);
  const leave = (account: string, institution: string) =>
    refused(account, 'select nemus_leave_membership($1::text::uuid)', [institution]);
  const waiting = async () => {
    const staff = await signUp(database());
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`, [staff]);
    return one(await call(staff, `select (nemus_academy_overview() ->> 'institutions')::int as n`)).n;
  };

  it('an account of an institution administers the one that it founded', async () => {
    const institution = await signUpInstitution(database());
    expect(await rolesOf(institution, institution)).toEqual(['administration']);
    const piw = await signUp(database());
    expect(await rolesOf(piw, piw)).toBeUndefined();
  });

  it('accepting forgets the registration’s link, so that no other browser asks', async () => {
    const email = freshAddress('team');
    const { token } = await inviteMember(database(), await signUpInstitution(database()), email, ['reading']);
    const member = await signUp(database(), { type: 'institution', email, metadata: { membership_token: token } });
    await call(member, ACCEPT, [token]);
    const left = 'select raw_user_meta_data as data from auth.users where id = $1::text::uuid';
    expect(one(await database().query(left, [member])).data).not.toHaveProperty('membership_token');
  });

  it('is accepted by the account of the invited address alone, and not by opening the link', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('team');
    const { token } = await inviteMember(database(), institution, email, ['reading', 'booking', 'booking']);
    const page = one(await ask(database(), ANONYMOUS, PAGE, [token])).page;
    expect(page).toMatchObject({
      institution_name: 'Ambulanz am Park',
      roles: ['booking', 'reading'],
      email,
      acceptance: 'signed_out',
    });
    const [other, piw] = [
      await signUp(database(), { type: 'institution' }),
      await signUp(database(), { email: freshAddress() }),
    ];
    expect(one(await call(other, PAGE, [token])).page).toMatchObject({
      acceptance: 'other_address',
      email: expect.stringContaining('•••'),
    });
    expect(one(await call(piw, PAGE, [token])).page).toMatchObject({ acceptance: 'trainee_account' });
    expect(await refused(other, ACCEPT, [token])).toMatchObject({ hint: 'invitation_for_other' });
    expect(await refused(piw, ACCEPT, [token])).toMatchObject({ code: 'PT409', hint: 'member_is_no_institution' });
    const account = await signUp(database(), { type: 'institution', email });
    expect(one(await call(account, PAGE, [token])).page).toMatchObject({ acceptance: 'possible' });
    expect(await rolesOf(institution, account)).toBeUndefined();
    for (const _click of [1, 2]) await call(account, ACCEPT, [token]);
    expect(await rolesOf(institution, account)).toEqual(['booking', 'reading']);
    expect(one(await ask(database(), ANONYMOUS, PAGE, [token])).page).toBeNull();
  });

  it('an address that is not confirmed accepts nothing', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('team');
    const { token } = await inviteMember(database(), institution, email, ['reading']);
    const account = await signUp(database(), { type: 'institution', email });
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [account]);
    expect(await refused(account, ACCEPT, [token])).toMatchObject({ hint: 'invitation_for_other' });
  });

  it.each([
    ['was withdrawn', `select nemus_revoke_member_invitation($1::text::uuid)`, null],
    ['has expired', null, `update nemus_member_invitations set expires_at = now() where id = $1::text::uuid`],
    [
      'is of an institution that lost its approval',
      null,
      `update nemus_institution_approvals set withdrawn_at = now()
       where institution_id = (select institution_id from nemus_member_invitations where id = $1::text::uuid)`,
    ],
  ])('a link leads nowhere when the invitation %s', async (_name, byInstitution, byDatabase) => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('team');
    const { token, invitation } = await inviteMember(database(), institution, email, ['reading']);
    if (byInstitution !== null) await call(institution, byInstitution, [invitation]);
    if (byDatabase !== null) await database().query(byDatabase, [invitation]);
    const account = await signUp(database(), { type: 'institution', email });
    expect(one(await call(account, PAGE, [token])).page).toBeNull();
    expect(await refused(account, ACCEPT, [token])).toMatchObject({ code: 'PT404', hint: 'invitation_invalid' });
  });

  it('the link of a second mail replaces the first one, and a declined invitation is seen', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('team');
    const { token, invitation } = await inviteMember(database(), institution, email, ['reading']);
    await database().query(`update private.nemus_sent_invitations set created_at = now() - interval '2 hours'`);
    await call(institution, 'select nemus_resend_member_invitation($1::text::uuid)', [invitation]);
    const again = await memberToken(database(), invitation);
    const account = await signUp(database(), { type: 'institution', email });
    expect(await refused(account, ACCEPT, [token])).toMatchObject({ hint: 'invitation_invalid' });
    for (const _click of [1, 2]) await call(account, 'select nemus_decline_membership($1)', [again]);
    expect(await refused(account, ACCEPT, [again])).toMatchObject({ hint: 'invitation_invalid' });
    const { list } = one(await call(institution, 'select nemus_member_list() as list'));
    expect(list).toMatchObject({ invitations: [{ email, state: 'declined' }] });
  });

  it('mails as few invitations as invitations of trainees', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('team');
    await inviteMember(database(), institution, email, ['reading']);
    expect(await refused(institution, `select nemus_invite_member($1, '{reading}')`, [email])).toMatchObject({
      code: 'PT429',
      hint: 'invitation_too_soon',
    });
    const unapproved = await signUp(database(), { type: 'institution', institution: 'Neu' });
    expect(await refused(unapproved, `select nemus_invite_member($1, '{reading}')`, [email])).toMatchObject({
      hint: 'approval_required',
    });
    for (const roles of ['{}', '{owner}', '{administration,root}']) {
      expect(
        await refused(institution, `select nemus_invite_member($1, $2::text::text[])`, [email, roles]),
      ).toMatchObject({ hint: 'invalid_role' });
    }
  });

  it('an account that signed up to be a member is no institution that waits for approval', async () => {
    const institution = await signUpInstitution(database());
    const before = await waiting();
    const email = freshAddress('team');
    const { token } = await inviteMember(database(), institution, email, ['reading']);
    const account = await signUp(database(), { type: 'institution', email });
    expect(await waiting()).toBe(before);
    await call(account, ACCEPT, [token]);
    expect(await waiting()).toBe(before);
    const { own } = one(await call(account, 'select nemus_memberships() as own'));
    expect(own).toEqual([expect.objectContaining({ institution_id: institution, is_chosen: true, is_founder: false })]);
    // A named one stays unchanged, and is visible.
    await signUp(database(), { type: 'institution', institution: 'Praxis Nord' });
    expect(await waiting()).toBe(Number(before) + 1);
  });

  it('acts for the institution that was chosen last', async () => {
    const [first, second] = [await signUpInstitution(database()), await signUpInstitution(database(), 'Zentrum Nord')];
    const email = freshAddress('team');
    const account = await addMember(database(), first, ['booking'], email);
    const { token } = await inviteMember(database(), second, email, ['billing']);
    await call(account, ACCEPT, [token]);
    const acting = `select private.nemus_acts_for('booking')::text as booking, private.nemus_acts_for('billing')::text as billing`;
    expect(one(await call(account, acting))).toEqual({ booking: null, billing: second });
    await call(account, 'select nemus_choose_institution($1::text::uuid)', [first]);
    expect(one(await call(account, acting))).toEqual({ booking: first, billing: null });
    const stranger = await signUpInstitution(database());
    expect(await refused(account, 'select nemus_choose_institution($1::text::uuid)', [stranger])).toMatchObject({
      hint: 'member_not_found',
    });
  });

  it('the last administrator stays: by no change, no removal, no leaving, and no deletion of an account', async () => {
    const institution = await signUpInstitution(database());
    const admin = await addMember(database(), institution, ['administration']);
    expect(await change(admin, institution, ['reading'])).toMatchObject({ hint: 'founder_stays' });
    expect(await remove(admin, institution)).toMatchObject({ hint: 'founder_stays' });
    expect(await leave(institution, institution)).toBeNull();
    expect(await rolesOf(institution, institution)).toBeUndefined();
    expect(await change(admin, admin, ['reading'])).toMatchObject({ code: 'PT409', hint: 'last_administrator' });
    expect(await remove(admin, admin)).toMatchObject({ hint: 'last_administrator' });
    expect(await leave(admin, institution)).toMatchObject({ hint: 'last_administrator' });
    const { terms } = one(await call(admin, 'select nemus_deletion_terms() as terms'));
    expect(terms).toMatchObject({ blocked_by: 'last_administrator' });
    await expect(database().query('delete from auth.users where id = $1::text::uuid', [admin])).rejects.toThrow(
      'last_administrator',
    );
    // Only a blocked account would be left.
    const other = await addMember(database(), admin, ['administration']);
    await database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      other,
    ]);
    expect(await leave(admin, institution)).toMatchObject({ hint: 'last_administrator' });
    await database().query(`update auth.users set banned_until = null where id = $1::text::uuid`, [other]);
    expect(await leave(admin, institution)).toBeNull();
  });

  it('an institution with other members is not deleted with the account that founded it', async () => {
    const institution = await signUpInstitution(database());
    const member = await addMember(database(), institution, ['reading']);
    const terms = async () => one(await call(institution, 'select nemus_deletion_terms() as terms')).terms;
    expect(await terms()).toMatchObject({ blocked_by: 'institution_has_members' });
    const fresh = { ...signedIn(institution), signedInAt: Math.floor(Date.now() / 1000) };
    expect(await refusal(database(), fresh, 'select nemus_delete_account()')).toMatchObject({
      hint: 'institution_has_members',
    });
    await remove(institution, member);
    expect(await terms()).toMatchObject({ blocked_by: null });
    await ask(database(), fresh, 'select nemus_delete_account()');
    expect(
      await database().query('select 1 from private.nemus_organisation_log where institution_id = $1::text::uuid', [
        institution,
      ]),
    ).toEqual([]);
  });

  it('who founded an institution and administers it no more takes nothing of it along', async () => {
    const institution = await signUpInstitution(database());
    await addMember(database(), institution, ['administration']);
    const tables = async () =>
      Object.keys(
        Object(
          Reflect.get(
            Object(
              one(await ask(database(), withoutFactor(institution), 'select nemus_export_account() as whole')).whole,
            ),
            'tables',
          ),
        ),
      );
    expect(await tables()).toEqual(expect.arrayContaining(['institution_settings', 'billing_addresses', 'members']));
    expect(await leave(institution, institution)).toBeNull();
    expect((await tables()).filter((table) => /institution|billing|credit|trainee|member_/.test(table))).toEqual([]);
    expect(await call(institution, 'select 1 from nemus_institution_settings')).toEqual([]);
  });

  it('a removed or changed member is notified, and administrators learn who joined and left', async () => {
    const institution = await signUpInstitution(database());
    const member = await addMember(database(), institution, ['reading']);
    expect(await change(institution, member, ['booking'])).toBeNull();
    expect(await leave(member, institution)).toBeNull();
    expect(await leave(member, institution)).toBeNull();
    const told = await database().query(
      `select kind, user_id = $1::text::uuid as is_institution from nemus_notifications
       where user_id in ($1::text::uuid, $2::text::uuid) and kind like 'member%' and kind <> 'member_invitation' order by kind`,
      [institution, member],
    );
    expect(told).toEqual([
      { kind: 'member_joined', is_institution: true },
      { kind: 'member_left', is_institution: true },
      { kind: 'member_roles', is_institution: false },
    ]);
  });

  it('only administrators of the same institution change its members', async () => {
    const [institution, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const member = await addMember(database(), institution, ['booking']);
    expect(await change(other, member, ['administration'])).toMatchObject({ hint: 'member_not_found' });
    expect(await remove(other, member)).toBeNull();
    expect(await rolesOf(institution, member)).toEqual(['booking']);
    expect(await change(member, member, ['administration'])).toMatchObject({
      code: 'PT403',
      hint: 'member_role_required',
    });
    for (const write of [
      `update nemus_members set roles = '{administration}'`,
      `insert into nemus_members (institution_id, user_id, roles) values ('${institution}', '${other}', '{administration}')`,
      'delete from nemus_members',
    ]) {
      expect(await refused(member, write)).toMatchObject({ code: '42501' });
    }
    await expect(
      database().query(
        `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{reading}')`,
        [institution, await signUp(database())],
      ),
    ).rejects.toThrow('member_is_no_institution');
  });

  it('functions of the service act for no account by an id alone', async () => {
    const institution = await signUpInstitution(database());
    const answer = async (account: string, roles: string) =>
      one(
        await ask(database(), SERVICE, 'select nemus_paying_account($1::text::uuid, $2::text::text[]) as payer', [
          account,
          roles,
        ]),
      ).payer;
    const billing = await addMember(database(), institution, ['billing']);
    expect(await answer(billing, '{billing}')).toEqual({ user_type: 'institution', account_id: institution });
    expect(await answer(billing, '{booking}')).toEqual({ user_type: 'institution', account_id: null });
    const piw = await signUp(database());
    expect(await answer(piw, '{booking}')).toEqual({ user_type: 'piw', account_id: piw });
    expect(await answer(randomUUID(), '{booking}')).toBeNull();
    expect(
      text(
        await ask(database(), SERVICE, `select nemus_order_credits($1::text::uuid, 100) ->> 'account_id' as id`, [
          billing,
        ]),
        'id',
      ),
    ).toBe(institution);
  });
}
