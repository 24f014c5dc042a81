import { randomUUID } from 'node:crypto';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';

export function visitCases(database: () => TestDatabase): void {
  const isFirst = async (userId: string, sessionId: string) => {
    const caller = { ...signedIn(userId), sessionId };
    const [row] = await ask(database(), caller, 'select nemus_first_visit() as first');
    return row?.first;
  };

  it('lasts as long as the sign-in that it began with, on whatever device one looks', async () => {
    const user = await signUp(database());
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await isFirst(user, first)).toBe(true);
    expect(await isFirst(user, first)).toBe(true);
    expect(await isFirst(user, second)).toBe(false);
    expect(await isFirst(user, first)).toBe(true);
  });

  it('ends after twelve hours, even for accounts that stay signed in', async () => {
    const user = await signUp(database());
    const session = randomUUID();
    expect(await isFirst(user, session)).toBe(true);
    await database().query(
      `update private.nemus_first_visits set created_at = now() - interval '13 hours' where user_id = $1::text::uuid`,
      [user],
    );
    expect(await isFirst(user, session)).toBe(false);
  });

  it('is none for an account that is not there', async () => {
    expect(await isFirst(randomUUID(), randomUUID())).toBe(false);
  });
}
