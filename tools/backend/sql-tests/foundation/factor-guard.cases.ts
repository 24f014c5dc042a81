import { ask, refusal, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { fillEveryTable, type EveryTable } from '../scenes/every-table';
import { addFactor, CHECK_CALLER, withFactor, withoutFactor } from '../scenes/factors';
import { one } from '../scenes/rows';
import { MATRIX, VIEWS } from './matrix';

/** A session's access before the second factor: none. */
export function factorGuardCases(database: () => TestDatabase): void {
  const hint = async (caller: Caller, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), caller, statement, values))?.hint ?? null;

  describe('a session without the factor that its account has', () => {
    let scene: EveryTable;
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
      scene = await fillEveryTable(database());
      for (const [table, { of, where }] of Object.entries(MATRIX)) {
        before.set(table, await count(signedIn(ownerOf(of)), table, where, ownerOf(of)));
      }
      for (const user of [scene.piw, scene.institution]) await addFactor(database(), user);
    }, 60_000);

    it.each(Object.entries(MATRIX).filter(([table]) => !VIEWS.includes(table)))(
      '%s: sees nothing of it and changes nothing',
      async (table, { of, where, insert }) => {
        const owner = ownerOf(of);
        expect(await count(withoutFactor(owner), table, where, owner)).toBe(0);
        // The same account with its factor sees everything again.
        expect(await count(withFactor(owner), table, where, owner)).toBe(before.get(table));
        if (insert === undefined) return;
        const refused = await refusal(database(), withoutFactor(owner), insert, insert.includes('$1') ? [owner] : []);
        expect(refused?.code).toBe('42501');
      },
    );

    it('calls no function, and reads why; with the factor, without one and as a visitor calls work', async () => {
      expect(await hint(withoutFactor(scene.piw), CHECK_CALLER)).toBe('factor_not_given');
      expect(await hint({ ...signedIn(scene.piw) }, CHECK_CALLER)).toBe('factor_not_given');
      expect(await hint(withFactor(scene.piw), CHECK_CALLER)).toBeNull();
      expect(await hint(withoutFactor(scene.otherPiw), CHECK_CALLER)).toBeNull();
    });

    it('reaches no file', async () => {
      const visible = async (caller: Caller) =>
        one(await ask(database(), caller, 'select private.nemus_has_given_factor() as may')).may;
      expect([await visible(withoutFactor(scene.piw)), await visible(withFactor(scene.piw))]).toEqual([false, true]);
      const [policy] = await database().query(
        `select polpermissive as permissive from pg_policy where polrelid = 'storage.objects'::regclass
         and polname = 'files need the second factor and an open session'`,
      );
      expect(policy).toEqual({ permissive: false });
    });

    it('is no such session while the factor was only begun', async () => {
      const user = await signUp(database());
      await addFactor(database(), user, 'unverified');
      expect(await hint(withoutFactor(user), CHECK_CALLER)).toBeNull();
    });
  });
}
