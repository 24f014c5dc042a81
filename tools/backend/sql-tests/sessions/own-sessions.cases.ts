import { randomUUID } from 'node:crypto';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { one } from '../scenes/rows';

/** What an account sees of its sign-ins. */
export function ownSessionCases(database: () => TestDatabase): void {
  it('shows an account its own sessions, and which of them asks', async () => {
    const [ada, ben] = [await signUp(database()), await signUp(database())];
    const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, owner, age] of [
      [first, ada, 2],
      [second, ada, 1],
      [other, ben, 0],
    ] as const) {
      await database().query(
        `insert into auth.sessions (id, user_id, user_agent, ip, aal, created_at)
         values ($1::text::uuid, $2::text::uuid, 'Browser', '192.0.2.7', 'aal1', now() - $3::text::int * interval '1 hour')`,
        [id, owner, age],
      );
    }
    const asked = { ...signedIn(ada), sessionId: first };
    expect(one(await ask(database(), asked, 'select nemus_sessions() as list')).list).toMatchObject([
      { id: second, is_current: false },
      { id: first, is_current: true, user_agent: 'Browser', ip: '192.0.2.7', aal: 'aal1' },
    ]);
  });
}
