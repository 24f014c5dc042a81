import { become, readRefusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { MEMBER_ROLES } from '../scenes/members';
import { setOrganisation, type Organisation } from '../scenes/organisation';
import { MEMBER_ACTIONS, type MemberAction } from './member-actions';

/** Refusals for a missing right, and not for another obstacle. */
const MAY_NOT = ['42501', 'PT403', 'PT404'];

/** Each cell of the table of roles and actions. */
export function memberRoleCases(database: () => TestDatabase): void {
  let scene: Organisation;
  beforeAll(async () => {
    scene = await setOrganisation(database());
  }, 60_000);

  /** Whether an account may do it; whatever it did is taken back. */
  async function may({ statement, subject, byService, prepare }: MemberAction, account: string): Promise<boolean> {
    const connection = database();
    await connection.query('begin');
    try {
      if (prepare !== undefined) await connection.query(prepare, [subject(scene)]);
      await become(connection, byService === true ? SERVICE : signedIn(account));
      const rows = await connection.query(statement.replaceAll('$me', account), [subject(scene)]);
      return rows.length > 0;
    } catch (error) {
      const { code, hint } = readRefusal(error);
      if (hint === 'no_approval_needed') return true;
      expect({ code, hint, allowed: MAY_NOT.includes(code) }).toEqual({ code, hint, allowed: true });
      return false;
    } finally {
      await connection.query('rollback');
    }
  }

  const cells = Object.entries(MEMBER_ACTIONS);

  it.each(cells)('%s: only the allowed roles', async (_name, action) => {
    const allowed: string[] = [];
    for (const role of MEMBER_ROLES) if (await may(action, scene.members[role])) allowed.push(role);
    expect(allowed).toEqual(MEMBER_ROLES.filter((role) => role === 'administration' || action.roles.includes(role)));
  });

  it.each(cells)('%s: the account that founded the institution may', async (_name, action) => {
    expect(await may(action, scene.institution)).toBe(true);
  });

  it.each(cells)('%s: a removed member loses access immediately', async (_name, action) => {
    expect(await may(action, scene.removed)).toBe(false);
  });

  it.each(cells.filter(([name]) => /^(sees|reads)/.test(name)))(
    '%s: not of an institution that one does not belong to',
    async (_name, action) => {
      // Actions without a target answer for the own institution, which has no data.
      if (/nemus_(?:open_purchases|own_transfers)/.test(action.statement)) return;
      expect(await may(action, scene.stranger)).toBe(false);
    },
  );
}
