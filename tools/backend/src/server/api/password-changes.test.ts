import { z } from 'zod';
import type { Database } from '../database/database';
import { createPasswordChanges } from './password-changes';

const claims = { sub: '00000000-0000-4000-8000-000000000001', session_id: '00000000-0000-4000-8000-000000000002' };
const TOKEN = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const BODY = JSON.stringify({ password: 'neues-2', current_password: 'altes-1' });
const KNOWN = () => Promise.resolve(Response.json({ id: claims.sub }));

interface SessionRow {
  readonly recent: boolean;
  readonly from_mail: boolean;
}

/** A database that knows one session, and one password. */
function withSession(session: SessionRow | null, secureChange = true) {
  const query = jest.fn((statement: string, parameters: readonly unknown[] = []): Promise<readonly unknown[]> => {
    if (statement.includes('auth.sessions')) return Promise.resolve(session ? [{ email: 'a@b.de', ...session }] : []);
    return Promise.resolve([{ matches: parameters[1] === 'altes-1' }]);
  });
  const database: Database = { query, script: () => Promise.resolve() };
  return { query, changes: createPasswordChanges(database, secureChange) };
}

const errorSchema = z.object({ error_code: z.string() });
const codeOf = async (answer: Response | null) => answer && errorSchema.parse(await answer.json()).error_code;

it.each([
  ['of today, with the current password', { recent: true, from_mail: false }, true, null],
  ['of today, from a mail', { recent: true, from_mail: true }, true, null],
  ['of last week, with the current password', { recent: false, from_mail: false }, true, 'reauthentication_needed'],
  ['of last week, from a mail', { recent: false, from_mail: true }, true, 'reauthentication_needed'],
  ['of last week, where the project allows it', { recent: false, from_mail: false }, false, null],
  ['that has ended', null, true, 'session_not_found'],
] as const)('a session %s', async (_case, session, secureChange, code) => {
  const { changes } = withSession(session, secureChange);
  expect(await codeOf(await changes.refuse(BODY, TOKEN, KNOWN))).toBe(code);
});

it('compares nothing for a token that the auth server does not know', async () => {
  const { changes, query } = withSession({ recent: true, from_mail: false });
  const unknown = Response.json({ error_code: 'bad_jwt' }, { status: 403 });
  expect(await changes.refuse(BODY, TOKEN, () => Promise.resolve(unknown))).toBe(unknown);
  expect(query).not.toHaveBeenCalled();
});

it('leaves other changes of an account alone', async () => {
  const { changes, query } = withSession(null);
  const text = JSON.stringify({ data: { first_name: 'Ada' } });
  expect(await changes.refuse(text, TOKEN, KNOWN)).toBeNull();
  await changes.endOthers(text, TOKEN);
  expect(query).not.toHaveBeenCalled();
});
