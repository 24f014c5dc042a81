import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addFactor, CHECK_CALLER, openSession, withFactor, withoutFactor } from '../scenes/factors';
import { kindsTold } from '../scenes/notifications';
import { hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';

const MAKE = 'select nemus_make_recovery_codes() as codes';
const STATE = 'select nemus_factor_state() as state';
const USE = 'select nemus_use_recovery_code($1::text::uuid, $2::text::uuid, $3) as r';

async function codesOf(database: TestDatabase, user: string): Promise<readonly string[]> {
  const { codes } = one(await ask(database, withFactor(user), MAKE));
  if (Array.isArray(codes)) return codes.map(String);
  // PGlite and the server write arrays in their own ways.
  return String(codes).slice(1, -1).split(',');
}

/** Codes that take lost factors away. */
export function recoveryCodeCases(database: () => TestDatabase): void {
  const use = async (user: string, code: string, session: string = randomUUID()) =>
    one(await ask(database(), SERVICE, USE, [user, session, code])).r;
  const hint = async (caller: Caller, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), caller, statement, values))?.hint ?? null;
  const told = (user: string) => kindsTold(database(), user);

  it('are ten, of 16 characters, for an account that has just used its factor', async () => {
    const user = await signUp(database());
    expect(await hint(withFactor(user), MAKE)).toBe('factor_missing');
    await addFactor(database(), user);
    expect(await hint(withFactor(user, 16), MAKE)).toBe('factor_required');
    const codes = await codesOf(database(), user);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const kept = await database().query(
      'select code_hash from private.nemus_recovery_codes where user_id = $1::text::uuid',
      [user],
    );
    expect(JSON.stringify(kept)).not.toContain(codes[0]);
    expect(one(await ask(database(), withFactor(user), STATE)).state).toMatchObject({
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
    expect(await hint({ ...withoutFactor(user), sessionId: here }, CHECK_CALLER)).toBeNull();
    expect(one(await ask(database(), withoutFactor(user), STATE)).state).toMatchObject({
      codes_left: 9,
      is_recovered: true,
    });
    expect(await told(user)).toEqual(['factor_changed recovery renewed', 'factor_changed recovery used']);
    expect(await use(user, code, here)).toBe('none');
    // Set up again, the used code stays used.
    await addFactor(database(), user);
    expect(await use(user, code, here)).toBe('wrong');
    expect(await use(user, second, here)).toBe('done');
  });

  it('other accounts’, replaced and guessed codes do not work, and the limit is ten attempts an hour', async () => {
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
    expect((await refusal(database(), withFactor(user), USE, [user, randomUUID(), 'x']))?.code).toBe('42501');
    expect((await refusal(database(), withFactor(user), 'select 1 from private.nemus_recovery_codes'))?.code).toBe(
      '42501',
    );
  });
}

/** Concurrent use of recovery codes. */
export function recoveryCodeRaceCases(database: () => TestDatabase): void {
  it('each code works once, even for ten attempts at the same moment', async () => {
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
      { caller: withFactor(user), statement: MAKE },
      { caller: withFactor(user), statement: MAKE },
    ]);
    expect(hints(made)).toEqual(new Set());
    expect(one(await ask(database(), withFactor(user), STATE)).state).toMatchObject({ codes_left: 10 });
  });
}
