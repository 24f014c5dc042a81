import { ask, become, readRefusal, refusal, SERVICE, type Caller, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addFactor, CHECK_CALLER, openSession, withFactor, withoutFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { kindsTold } from '../scenes/notifications';
import { one } from '../scenes/rows';
import { hireStaff, signUpOperator } from '../scenes/staff';
import { undone } from '../scenes/undone';

const STATE = 'select nemus_factor_state() as state';

/** Actions that require a second factor. */
export function secondFactorCases(database: () => TestDatabase): void {
  const hint = async (caller: Caller, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), caller, statement, values))?.hint ?? null;
  const told = (user: string) => kindsTold(database(), user);

  it('refuses a token whose session has ended, and says so before anything of factors', async () => {
    const user = await signUp(database());
    const sessionId = await openSession(database(), user);
    const caller = { ...withoutFactor(user), sessionId };
    expect(await hint(caller, CHECK_CALLER)).toBeNull();
    await addFactor(database(), user);
    expect(await hint(caller, CHECK_CALLER)).toBe('factor_not_given');
    await database().query('delete from auth.sessions where id = $1::text::uuid', [sessionId]);
    expect(await hint(caller, CHECK_CALLER)).toBe('session_ended');
    expect(await hint({ ...withFactor(user), sessionId }, CHECK_CALLER)).toBe('session_ended');
    // Nor is another account's session one's own.
    const stranger = await openSession(database(), await signUp(database()));
    expect(await hint({ ...withFactor(user), sessionId: stranger }, CHECK_CALLER)).toBe('session_ended');
  });

  describe('asked again', () => {
    const FRESH = 'insert into nemus_staff (user_id, role) values ($1::text::uuid, $2)';

    it('for people and releases, when the factor was given longer ago than a quarter of an hour', async () => {
      const [staff, person] = [await hireStaff(database(), ['people']), await signUp(database())];
      const grant = (caller: Caller) => hint(caller, `select nemus_grant_role($1::text::uuid, 'teaching')`, [person]);
      const block = (caller: Caller) =>
        hint(caller, `select nemus_block_account($1::text::uuid, 'Missbrauch')`, [person]);
      // Without a factor nothing changes.
      expect(await grant(withoutFactor(staff))).toBeNull();
      await addFactor(database(), staff);
      expect(await hint(withFactor(staff, 16), `select nemus_take_role($1::text::uuid, 'teaching')`, [person])).toBe(
        'factor_required',
      );
      expect(await block(withFactor(staff, 16))).toBe('factor_required');
      expect(await block({ ...withoutFactor(staff), aal: 'aal2' })).toBe('factor_required');
      expect(await block(withFactor(staff, 14))).toBeNull();
      const deletion = 'select nemus_delete_account()';
      await addFactor(database(), person);
      expect(await hint(withFactor(person, 16), deletion)).toBe('factor_required');
      expect(await hint(withFactor(person), deletion)).toBeNull();
    });

    it('by the table, whatever leads there; the portal itself is asked nothing', async () => {
      const user = await signUp(database());
      await addFactor(database(), user);
      expect(await refusal(database(), SERVICE, FRESH, [user, 'people'])).toBeNull();
      const guarded = await database().query(
        `select tgrelid::regclass::text as name from pg_trigger where tgname = 'ask_factor' order by 1`,
      );
      expect(guarded.map(({ name }) => String(name).replace('public.', ''))).toEqual(
        expect.arrayContaining([
          'nemus_member_invitations',
          'nemus_members',
          'nemus_orders',
          'nemus_release_changes',
          'nemus_spending_limits',
          'nemus_staff',
          'nemus_trainee_budgets',
          'private.nemus_blocked_accounts',
          'private.nemus_refunds',
        ]),
      );
    });
  });

  describe('rights of staff, operators and release teams', () => {
    const DEPLOYED = 'https://abc.supabase.co/auth/v1';
    const deployed = (caller: Caller): Caller => ({ ...caller, issuer: DEPLOYED });
    const rights = async (user: string, caller: Caller) =>
      one(
        await ask(
          database(),
          { ...caller, userId: user },
          `select private.nemus_is_staff('people') as staff, private.nemus_is_operator() as operator,
             private.nemus_is_releaser() as releaser, private.nemus_may_release('rights', 'promote') as own,
             nemus_release_rights() as shown`,
        ),
      );
    const NONE = { staff: false, operator: false, releaser: false, own: false };
    const ALL = { staff: true, operator: true, releaser: true, own: true };
    const holder = async (email?: string) => {
      const user = await signUp(database(), email ? { email } : {});
      for (const statement of [
        `insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`,
        'insert into nemus_release_operators (user_id) values ($1::text::uuid)',
        `with team as (insert into nemus_release_teams (name) values ('rights') on conflict do nothing returning name)
         insert into nemus_release_remotes (name, team) select 'rights', name from team on conflict do nothing`,
        `insert into nemus_release_members (team, user_id) values ('rights', $1::text::uuid)`,
      ]) {
        await database().query(statement, statement.includes('$1') ? [user] : []);
      }
      return user;
    };

    it('begin with a factor that the session has given, and end when the factor is removed', async () => {
      const user = await holder();
      expect(await rights(user, deployed(withoutFactor(user)))).toMatchObject(NONE);
      const factor = await addFactor(database(), user, 'unverified');
      expect(await rights(user, deployed(withFactor(user)))).toMatchObject(NONE);
      await database().query(`update auth.mfa_factors set status = 'verified' where id = $1::text::uuid`, [factor]);
      // The session is older than the factor.
      expect(await rights(user, deployed(withoutFactor(user)))).toMatchObject(NONE);
      expect(await rights(user, deployed(withFactor(user)))).toMatchObject({
        ...ALL,
        shown: { operator: true, remotes: ['rights'] },
      });
      // Removed, or the account recovered: the token still has the level.
      await database().query('delete from auth.mfa_factors where id = $1::text::uuid', [factor]);
      expect(await rights(user, deployed(withFactor(user)))).toMatchObject({
        ...NONE,
        shown: { operator: false, remotes: [] },
      });
    });

    it('say what is missing, and the account learns that it needs a factor', async () => {
      const [staff, operator] = [await hireStaff(database(), ['people']), await signUpOperator(database())];
      for (const statement of [
        'select nemus_staff_accounts()',
        `select nemus_grant_role('${staff}', 'teaching')`,
        `select nemus_block_account('${staff}', 'Missbrauch')`,
      ]) {
        expect(await hint(deployed(withoutFactor(staff)), statement)).toBe('factor_enrolment_required');
        expect(await hint(deployed(withoutFactor(operator)), statement)).toBe('staff_required');
      }
      expect(await hint(deployed(withoutFactor(operator)), `select nemus_set_team_address('rights', null)`)).toBe(
        'factor_enrolment_required',
      );
      const state = async (caller: Caller) => one(await ask(database(), caller, STATE)).state;
      for (const user of [staff, operator]) {
        expect(await state(deployed(withoutFactor(user)))).toMatchObject({ rights_require: true });
        expect(await state(withoutFactor(user))).toMatchObject({ rights_require: false });
      }
      const person = await signUp(database());
      expect(await state(deployed(withoutFactor(person)))).toMatchObject({ rights_require: false });
    });

    it('need none for demo accounts of a local portal alone', async () => {
      const [demo, real] = [await holder(), await holder(freshAddress())];
      for (const issuer of ['http://localhost:54321/auth/v1', 'http://127.0.0.1:54321/auth/v1']) {
        expect(await rights(demo, { ...withoutFactor(demo), issuer })).toMatchObject(ALL);
        expect(await rights(real, { ...withoutFactor(real), issuer })).toMatchObject(NONE);
      }
      for (const issuer of ['', DEPLOYED, 'http://localhost.example/auth/v1', 'https://x.example/http://localhost/']) {
        expect(await rights(demo, { ...withoutFactor(demo), issuer })).toMatchObject(NONE);
      }
      // A self-hosted service left on its default address, with the seed's accounts, is no local portal.
      await undone(database(), async (connection) => {
        await connection.query(`delete from private.nemus_settings where key = 'local_demo'`);
        await become(connection, withoutFactor(demo));
        expect(await connection.query(`select private.nemus_is_staff('people') as staff`)).toEqual([{ staff: false }]);
      });
    });
  });

  describe('an institution that asks for factors', () => {
    const RULE =
      'update nemus_institution_settings set two_factor_enabled = $2::text::boolean where institution_id = $1::text::uuid';
    const ACTS = 'select private.nemus_acting_institution($1::text::uuid, variadic array[]::text[]) as id';
    /** Called by a definer function, as every change does. */
    const refusedAs = async (user: string, statement: string) => {
      const claim = `set_config('request.jwt.claim.sub', '${user}', true)`;
      return (
        await database()
          .query(`with me as materialized (select ${claim}) select (${statement}) from me`)
          .then(
            () => null,
            (error: unknown) => readRefusal(error),
          )
      )?.hint;
    };
    const acts = async (user: string) => one(await database().query(ACTS, [user])).id;

    it('is set by a member who has just used a factor, and is valid for all who act for it', async () => {
      const [institution, member] = [
        await signUpInstitution(database()),
        await signUp(database(), { type: 'institution' }),
      ];
      await database().query(
        `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{booking}')`,
        [institution, member],
      );
      expect(await hint(withoutFactor(institution), RULE, [institution, 'true'])).toBe('own_factor_first');
      await addFactor(database(), institution);
      expect(await hint(withFactor(institution, 16), RULE, [institution, 'true'])).toBe('factor_required');
      expect(await acts(member)).toBe(institution);
      expect(await hint(withFactor(institution), RULE, [institution, 'true'])).toBeNull();
      expect(await told(member)).toContain('factor_rule');
      expect(await acts(member)).toBeNull();
      // Switching back and forth mails the members once a day.
      for (const value of ['false', 'true']) await hint(withFactor(institution), RULE, [institution, value]);
      expect((await told(member)).filter((kind) => kind === 'factor_rule')).toHaveLength(1);
      const book = `select private.nemus_require_member('booking')`;
      expect(await refusedAs(member, book)).toBe('factor_enrolment_required');
      expect(one(await ask(database(), withoutFactor(member), STATE)).state).toMatchObject({
        required_by: expect.any(String),
      });
      await addFactor(database(), member);
      expect(await acts(member)).toBe(institution);
      expect(await hint(withFactor(institution, 16), RULE, [institution, 'false'])).toBe('factor_required');
      expect(await hint(withFactor(institution), RULE, [institution, 'false'])).toBeNull();
    });
  });

  it('tells of factors that were added and removed, by the clock and once', async () => {
    const user = await signUp(database());
    const factor = await addFactor(database(), user, 'verified', 'Arbeitstelefon');
    await addFactor(database(), user, 'unverified', 'Tablet');
    const tell = () => database().query('select private.nemus_tell_factors()');
    await tell();
    await tell();
    expect(await told(user)).toEqual(['factor_changed totp added']);
    await database().query('delete from auth.mfa_factors where id = $1::text::uuid', [factor]);
    await tell();
    await tell();
    expect(await told(user)).toEqual(['factor_changed totp added', 'factor_changed totp removed']);
  });
}
