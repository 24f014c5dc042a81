import { demoClient, DEMO, newClient, type Target } from './target';

/** Signing in and out, and what a session is worth. */
export function authContract(target: () => Target): void {
  describe('auth', () => {
    test('a wrong password answers invalid_credentials', async () => {
      const { data, error } = await newClient(target()).auth.signInWithPassword({
        email: DEMO.piw,
        password: 'falsch',
      });
      expect(data.session).toBeNull();
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
    });

    test('an unknown address answers the same', async () => {
      const credentials = { email: 'unknown@nemus.example', password: 'falsch' };
      const { error } = await newClient(target()).auth.signInWithPassword(credentials);
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
    });

    test('a password of five characters is too weak', async () => {
      const { error } = await newClient(target()).auth.signUp({ email: 'weak@nemus.example', password: '12345' });
      expect(error).toMatchObject({ status: 422, code: 'weak_password' });
    });

    test('signing in gives a session that knows its user', async () => {
      const { client, id } = await demoClient(target(), DEMO.institution);
      const { data } = await client.auth.getUser();
      expect(data.user).toMatchObject({ id, email: DEMO.institution, role: 'authenticated' });
      const { data: claims } = await client.auth.getClaims();
      expect(claims?.claims).toMatchObject({ sub: id, email: DEMO.institution, role: 'authenticated' });
      await client.auth.signOut();
    });

    test('refreshing rotates the token, and both tokens keep working', async () => {
      const { client } = await demoClient(target(), DEMO.piw);
      const { data: before } = await client.auth.getSession();
      const { data: after, error } = await client.auth.refreshSession();
      expect(error).toBeNull();
      expect(after.session?.refresh_token).not.toBe(before.session?.refresh_token);
      expect(after.session?.expires_in).toBeGreaterThan(0);
      expect((await client.auth.getUser(after.session?.access_token)).error).toBeNull();
      await client.auth.signOut();
    });

    test('a refresh token that never was is refused', async () => {
      const { error } = await newClient(target()).auth.refreshSession({ refresh_token: 'abcdefghijkl' });
      expect(error?.status).toBe(400);
    });

    test('after signing out neither token is accepted by the auth server', async () => {
      const { client } = await demoClient(target(), DEMO.piw);
      const { data } = await client.auth.getSession();
      expect((await client.auth.signOut()).error).toBeNull();
      const other = newClient(target());
      const { error: userError } = await other.auth.getUser(data.session?.access_token ?? '');
      // auth-js gives the code session_not_found this name.
      expect(userError?.name).toBe('AuthSessionMissingError');
      const { error } = await other.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
      expect(error?.status).toBe(400);
    });

    test('signing out in one place leaves other sessions alone when asked to', async () => {
      const first = await demoClient(target(), DEMO.piw);
      const second = await demoClient(target(), DEMO.piw);
      await first.client.auth.signOut({ scope: 'local' });
      expect((await second.client.auth.getUser()).error).toBeNull();
      await second.client.auth.signOut({ scope: 'local' });
    });

    test('a hash that never was opens nothing, as none of the kinds of links', async () => {
      for (const type of ['signup', 'recovery', 'email_change', 'invite']) {
        const { data, error } = await newClient(target()).auth.verifyOtp({ token_hash: 'a1'.repeat(32), type });
        expect(data.session).toBeNull();
        expect(error).toMatchObject({ code: expect.stringMatching(/otp_expired|validation_failed/) });
      }
    });

    test('a password is not changed without the current one', async () => {
      const { client } = await demoClient(target(), DEMO.piw);
      const without = await client.auth.updateUser({ password: 'neues-geheim-1' });
      expect(without.error).toMatchObject({ status: 400, code: 'current_password_required' });
      const wrong = await client.auth.updateUser({ password: 'neues-geheim-1', current_password: 'geraten' });
      expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
      await client.auth.signOut({ scope: 'local' });
    });

    test('an encoded address leads nowhere', async () => {
      const { client } = await demoClient(target(), DEMO.piw);
      const { data } = await client.auth.getSession();
      const answer = await fetch(`${target().apiUrl}/auth/v1/us%65r`, {
        method: 'PUT',
        headers: { apikey: target().publishableKey, authorization: `Bearer ${data.session?.access_token}` },
        body: JSON.stringify({ password: 'neues-geheim-1' }),
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      await client.auth.signOut({ scope: 'local' });
    });

    test('without a key nothing is answered', async () => {
      const answer = await fetch(`${target().apiUrl}/auth/v1/settings`);
      expect(answer.status).toBe(401);
    });
  });
}
