import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { DEMO, newClient, type Target } from './target';

const sessionsSchema = z.array(
  z.object({
    id: z.string(),
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    aal: z.string(),
    is_current: z.boolean(),
  }),
);

/** A session's own data, and how sessions end. */
export function sessionsContract(target: () => Target): void {
  /** Signed in with a browser of that name. */
  async function signIn(browser: string) {
    const client = createClient(target().apiUrl, target().publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'user-agent': browser } },
    });
    await client.auth.signInWithPassword({ email: DEMO.institution, password: DEMO.password });
    const { data } = await client.auth.getClaims();
    return { client, claims: data?.claims };
  }
  const listOf = async ({ client }: Awaited<ReturnType<typeof signIn>>) =>
    sessionsSchema.parse((await client.rpc('nemus_sessions')).data);

  describe('sessions', () => {
    test('a token names its session, its level and how it came to be; refreshing keeps the session', async () => {
      const { client, claims } = await signIn('Contract/1');
      expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password', timestamp: expect.any(Number) }] });
      await client.auth.refreshSession();
      const { data } = await client.auth.getClaims();
      expect(data?.claims).toMatchObject({ session_id: claims?.session_id, aal: 'aal1' });
      await client.auth.signOut({ scope: 'local' });
    });

    test('an account sees where it is signed in; no other account does', async () => {
      const [first, second] = [await signIn('Contract/1'), await signIn('Contract/2')];
      const listed = await listOf(first);
      expect(listed.find(({ is_current: current }) => current)).toMatchObject({
        id: first.claims?.session_id,
        user_agent: 'Contract/1',
        aal: 'aal1',
        ip: expect.stringMatching(/[.:]/),
      });
      expect(listed.find(({ id }) => id === second.claims?.session_id)).toMatchObject({ user_agent: 'Contract/2' });
      expect((await newClient(target()).rpc('nemus_sessions')).error).not.toBeNull();
      await second.client.auth.signOut({ scope: 'local' });
      expect((await listOf(first)).map(({ id }) => id)).not.toContain(second.claims?.session_id);
      await first.client.auth.signOut({ scope: 'local' });
    });

    test('signing out elsewhere ends all sessions but its own; everywhere, that one too', async () => {
      const [first, second] = [await signIn('Contract/1'), await signIn('Contract/2')];
      expect((await first.client.auth.signOut({ scope: 'others' })).error).toBeNull();
      expect((await listOf(first)).map(({ id }) => id)).toEqual([first.claims?.session_id]);
      expect((await second.client.auth.refreshSession()).error).not.toBeNull();
      const third = await signIn('Contract/3');
      expect((await third.client.auth.signOut({ scope: 'global' })).error).toBeNull();
      expect((await first.client.auth.refreshSession()).error).not.toBeNull();
    });
  });
}
