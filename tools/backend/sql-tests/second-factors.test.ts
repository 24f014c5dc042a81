import { randomUUID } from 'node:crypto';
import { hireStaff, signUp, signUpInstitution } from './accounts';
import { MATRIX, VIEWS } from './access/matrix';
import { setScene, type Scene } from './access/scene';
import { one } from './behaviour/values';
import { ask, readRefusal, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, won } from './race';

const MAKE = 'select nemus_make_recovery_codes() as codes';
const STATE = 'select nemus_factor_state() as state';
const USE = 'select nemus_use_recovery_code($1::text::uuid, $2::text::uuid, $3) as r';
const CHECK = 'select private.nemus_check_caller()';
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

/** A second factor, finished unless said otherwise, as the sign-in service writes it. */
async function addFactor(database: TestDatabase, user: string, status = 'verified', name = 'Telefon'): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values ($1::text::uuid, $2::text::uuid, $4, 'totp', $3, 'GEHEIM')`,
    [id, user, status, name],
  );
  return id;
}

async function openSession(database: TestDatabase, user: string): Promise<string> {
  const id = randomUUID();
  await database.query('insert into auth.sessions (id, user_id) values ($1::text::uuid, $2::text::uuid)', [id, user]);
  return id;
}

const weak = (user: string): Caller => ({ ...signedIn(user), aal: 'aal1', signedInAt: minutesAgo(1) });
const strong = (user: string, minutes = 1): Caller => ({ ...weak(user), aal: 'aal2', factorAt: minutesAgo(minutes) });

async function codesOf(database: TestDatabase, user: string): Promise<readonly string[]> {
  const { codes } = one(await ask(database, strong(user), MAKE));
  if (Array.isArray(codes)) return codes.map(String);
  // PGlite and the server write arrays in their own ways.
  return String(codes).slice(1, -1).split(',');
}

onEveryEngine((database) => {
  const use = async (user: string, code: string, session: string = randomUUID()) =>
    one(await ask(database(), SERVICE, USE, [user, session, code])).r;
  const hint = async (caller: Caller, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), caller, statement, values))?.hint ?? null;
  const told = async (user: string) =>
    (
      await database().query(
        `select concat_ws(' ', kind, facts ->> 'method', facts ->> 'change') as kind from nemus_notifications
         where user_id = $1::text::uuid order by created_at`,
        [user],
      )
    ).map(({ kind }) => kind);

  describe('a session without the factor that its account has', () => {
    let scene: Scene;
    /** What the owner saw before there were factors. */
    const before = new Map<string, number>();
    const ownerOf = (of: string) => (of === 'institution' ? scene.institution : scene.piw);
    const count = async (caller: Caller, table: string, where: string, owner: string) => {
      const statement = `select count(*)::int as n from ${table} where ${where}`;
      const values = where.includes('$1') ? [owner] : [];
      if ((await refusal(database(), caller, statement, values)) !== null) return 0;
      return Number(one(await ask(database(), caller, statement, values)).n);
    };
    beforeAll(async () => {
      scene = await setScene(database());
      for (const [table, { of, where }] of Object.entries(MATRIX)) {
        before.set(table, await count(signedIn(ownerOf(of)), table, where, ownerOf(of)));
      }
      for (const user of [scene.piw, scene.institution]) await addFactor(database(), user);
    }, 60_000);

    it.each(Object.entries(MATRIX).filter(([table]) => !VIEWS.includes(table)))(
      '%s: sees nothing of it and changes nothing',
      async (table, { of, where, insert }) => {
        const owner = ownerOf(of);
        expect(await count(weak(owner), table, where, owner)).toBe(0);
        // The same account with its factor sees what it saw before there were factors.
        expect(await count(strong(owner), table, where, owner)).toBe(before.get(table));
        if (insert === undefined) return;
        const refused = await refusal(database(), weak(owner), insert, insert.includes('$1') ? [owner] : []);
        expect(refused?.code).toBe('42501');
      },
    );

    it('calls no function, with words for it; with the factor, without one and as nobody it goes on', async () => {
      expect(await hint(weak(scene.piw), CHECK)).toBe('factor_not_given');
      expect(await hint({ ...signedIn(scene.piw) }, CHECK)).toBe('factor_not_given');
      expect(await hint(strong(scene.piw), CHECK)).toBeNull();
      expect(await hint(weak(scene.otherPiw), CHECK)).toBeNull();
    });

    it('reaches no file', async () => {
      const visible = async (caller: Caller) =>
        one(await ask(database(), caller, 'select private.nemus_has_given_factor() as may')).may;
      expect([await visible(weak(scene.piw)), await visible(strong(scene.piw))]).toEqual([false, true]);
      const [policy] = await database().query(
        `select polpermissive as permissive from pg_policy where polrelid = 'storage.objects'::regclass
         and polname = 'files need the second factor and an open session'`,
      );
      expect(policy).toEqual({ permissive: false });
    });

    it('is no such session while the factor was only begun', async () => {
      const user = await signUp(database());
      await addFactor(database(), user, 'unverified');
      expect(await hint(weak(user), CHECK)).toBeNull();
    });
  });

  it('refuses a token whose session has ended, and says so before anything of factors', async () => {
    const user = await signUp(database());
    const sessionId = await openSession(database(), user);
    const caller = { ...weak(user), sessionId };
    expect(await hint(caller, CHECK)).toBeNull();
    await addFactor(database(), user);
    expect(await hint(caller, CHECK)).toBe('factor_not_given');
    await database().query('delete from auth.sessions where id = $1::text::uuid', [sessionId]);
    expect(await hint(caller, CHECK)).toBe('session_ended');
    expect(await hint({ ...strong(user), sessionId }, CHECK)).toBe('session_ended');
    // Nor is the session of somebody else one's own.
    const stranger = await openSession(database(), await signUp(database()));
    expect(await hint({ ...strong(user), sessionId: stranger }, CHECK)).toBe('session_ended');
  });

  describe('asked again', () => {
    const FRESH = 'insert into nemus_staff (user_id, role) values ($1::text::uuid, $2)';

    it('for people and releases, when the factor was given longer ago than a quarter of an hour', async () => {
      const [staff, person] = [await hireStaff(database(), ['people']), await signUp(database())];
      const grant = (caller: Caller) => hint(caller, `select nemus_grant_role($1::text::uuid, 'teaching')`, [person]);
      const block = (caller: Caller) =>
        hint(caller, `select nemus_block_account($1::text::uuid, 'Missbrauch')`, [person]);
      // Without a factor nothing changes.
      expect(await grant(weak(staff))).toBeNull();
      await addFactor(database(), staff);
      expect(await hint(strong(staff, 16), `select nemus_take_role($1::text::uuid, 'teaching')`, [person])).toBe(
        'factor_required',
      );
      expect(await block(strong(staff, 16))).toBe('factor_required');
      expect(await block({ ...weak(staff), aal: 'aal2' })).toBe('factor_required');
      expect(await block(strong(staff, 14))).toBeNull();
      const deletion = 'select nemus_delete_account()';
      await addFactor(database(), person);
      expect(await hint(strong(person, 16), deletion)).toBe('factor_required');
      expect(await hint(strong(person), deletion)).toBeNull();
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

  describe('an institution that asks for factors', () => {
    const RULE =
      'update nemus_institution_settings set two_factor_enabled = $2::text::boolean where institution_id = $1::text::uuid';
    const ACTS = 'select private.nemus_acting_institution($1::text::uuid, variadic array[]::text[]) as id';
    /** Asked by a definer function, as every change does it. */
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

    it('is one by somebody who has a factor, just given, and holds for all who act for it', async () => {
      const [institution, member] = [
        await signUpInstitution(database()),
        await signUp(database(), { type: 'institution' }),
      ];
      await database().query(
        `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{booking}')`,
        [institution, member],
      );
      expect(await hint(weak(institution), RULE, [institution, 'true'])).toBe('own_factor_first');
      await addFactor(database(), institution);
      expect(await hint(strong(institution, 16), RULE, [institution, 'true'])).toBe('factor_required');
      expect(await acts(member)).toBe(institution);
      expect(await hint(strong(institution), RULE, [institution, 'true'])).toBeNull();
      expect(await told(member)).toContain('factor_rule');
      expect(await acts(member)).toBeNull();
      const book = `select private.nemus_require_member('booking')`;
      expect(await refusedAs(member, book)).toBe('factor_enrolment_required');
      expect(one(await ask(database(), weak(member), STATE)).state).toMatchObject({ required_by: expect.any(String) });
      await addFactor(database(), member);
      expect(await acts(member)).toBe(institution);
      expect(await hint(strong(institution, 16), RULE, [institution, 'false'])).toBe('factor_required');
      expect(await hint(strong(institution), RULE, [institution, 'false'])).toBeNull();
    });
  });

  describe('recovery codes', () => {
    it('are ten, of 16 characters, for who has a factor and gave it a moment ago', async () => {
      const user = await signUp(database());
      expect(await hint(strong(user), MAKE)).toBe('factor_missing');
      await addFactor(database(), user);
      expect(await hint(strong(user, 16), MAKE)).toBe('factor_required');
      const codes = await codesOf(database(), user);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const kept = await database().query(
        'select code_hash from private.nemus_recovery_codes where user_id = $1::text::uuid',
        [user],
      );
      expect(JSON.stringify(kept)).not.toContain(codes[0]);
      expect(one(await ask(database(), strong(user), STATE)).state).toMatchObject({
        codes_left: 10,
        is_recovered: false,
      });
    });

    it('take the factors away, once, with every other session, and say so', async () => {
      const user = await signUp(database());
      await addFactor(database(), user);
      await addFactor(database(), user, 'verified', 'Tablet');
      const [code = '', second = ''] = await codesOf(database(), user);
      const [here] = [await openSession(database(), user), await openSession(database(), user)];
      expect(await use(user, code.toLowerCase().replaceAll('-', ' '), here)).toBe('done');
      const left = await database().query('select id from auth.sessions where user_id = $1::text::uuid', [user]);
      expect(left).toEqual([{ id: here }]);
      expect(await hint({ ...weak(user), sessionId: here }, CHECK)).toBeNull();
      expect(one(await ask(database(), weak(user), STATE)).state).toMatchObject({ codes_left: 9, is_recovered: true });
      expect(await told(user)).toEqual(['factor_changed recovery renewed', 'factor_changed recovery used']);
      expect(await use(user, code, here)).toBe('none');
      // Set up anew, the used code stays used.
      await addFactor(database(), user);
      expect(await use(user, code, here)).toBe('wrong');
      expect(await use(user, second, here)).toBe('done');
    });

    it('of somebody else, replaced ones and guesses open nothing, and ten tries are all of an hour', async () => {
      const [user, other] = [await signUp(database()), await signUp(database())];
      for (const person of [user, other]) await addFactor(database(), person);
      const [old = ''] = await codesOf(database(), user);
      const [fresh = ''] = await codesOf(database(), user);
      const [strange = ''] = await codesOf(database(), other);
      for (const guess of [old, strange, '', '0000-0000-0000-0000', "' or 1=1", 'x'.repeat(10_000)]) {
        expect(await use(user, guess)).toBe('wrong');
      }
      for (let tries = 6; tries < 10; tries += 1) expect(await use(user, 'falsch')).toBe('wrong');
      expect(await use(user, fresh)).toBe('too_many');
      await database().query(
        `update private.nemus_recovery_attempts set created_at = created_at - interval '61 minutes' where user_id = $1::text::uuid`,
        [user],
      );
      expect(await use(user, fresh)).toBe('done');
    });

    it('are used by the portal alone', async () => {
      const user = await signUp(database());
      expect((await refusal(database(), strong(user), USE, [user, randomUUID(), 'x']))?.code).toBe('42501');
      expect((await refusal(database(), strong(user), 'select 1 from private.nemus_recovery_codes'))?.code).toBe(
        '42501',
      );
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
});

onEveryEngine(
  (database) => {
    it('opens one door with one code, also when ten try it at the same moment', async () => {
      for (let round = 0; round < 4; round += 1) {
        const user = await signUp(database());
        await addFactor(database(), user);
        const [code] = await codesOf(database(), user);
        const finishes = await race(
          database(),
          Array.from({ length: 6 }, () => ({
            caller: SERVICE,
            statement: USE,
            parameters: [user, randomUUID(), code],
          })),
        );
        const answers = won(finishes).map((finish) => ('rows' in finish ? one(finish.rows).r : null));
        expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
        expect(answers.filter((answer) => answer === 'none')).toHaveLength(5);
      }
    });

    it('counts every try, however many come at once, and makes one set of codes', async () => {
      const user = await signUp(database());
      await addFactor(database(), user);
      const tries = await race(
        database(),
        Array.from({ length: 14 }, () => ({
          caller: SERVICE,
          statement: USE,
          parameters: [user, randomUUID(), 'falsch'],
        })),
      );
      const answers = won(tries).map((finish) => ('rows' in finish ? one(finish.rows).r : null));
      expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10);
      expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(4);
      const made = await race(database(), [
        { caller: strong(user), statement: MAKE },
        { caller: strong(user), statement: MAKE },
      ]);
      expect(hints(made)).toEqual(new Set());
      expect(one(await ask(database(), strong(user), STATE)).state).toMatchObject({ codes_left: 10 });
    });
  },
  SERVER === null ? [] : [SERVER],
);
