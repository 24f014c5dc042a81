import { follow, linkOf, mailsTo, newAddress, partsOf } from './mails';
import { newClient, type LocalTarget } from './target';

const SITE = 'http://localhost:4200';

/** Forgotten and changed passwords, changed addresses. Needs the mails. */
export function passwordContract(target: () => LocalTarget): void {
  const newestLink = async (email: string) => linkOf((await mailsTo(target(), email))[0]);

  async function confirmedAccount(password: string) {
    const email = newAddress();
    await newClient(target()).auth.signUp({ email, password });
    const { client } = await follow(target(), await newestLink(email));
    return { client, email };
  }

  async function signedIn(email: string, password: string) {
    const client = newClient(target());
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    return client;
  }

  async function recoveryLink(email: string) {
    const asked = await newClient(target()).auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.example/' });
    expect(asked.error).toBeNull();
    return newestLink(email);
  }

  describe('passwords', () => {
    test('a recovery link opens a session in which a new password is set', async () => {
      const { email } = await confirmedAccount('altes-1');
      const link = await recoveryLink(email);
      const [mail] = await mailsTo(target(), email);
      expect(mail?.subject).toBe('Neues Passwort festlegen');
      expect(link.startsWith(`${SITE}/bestaetigen?token_hash=`)).toBe(true);
      expect(partsOf(link).type).toBe('recovery');
      const { client } = await follow(target(), link);

      const same = await client.auth.updateUser({ password: 'altes-1' });
      expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
      const weak = await client.auth.updateUser({ password: 'kurz' });
      expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' });
      expect((await client.auth.updateUser({ password: 'neues-2' })).error).toBeNull();

      const old = await newClient(target()).auth.signInWithPassword({ email, password: 'altes-1' });
      expect(old.error?.code).toBe('invalid_credentials');
      await signedIn(email, 'neues-2');
      expect((await follow(target(), link)).error).toMatchObject({ status: 403, code: 'otp_expired' });
    });

    test('the hash of a recovery confirms nothing else', async () => {
      const { email } = await confirmedAccount('altes-1');
      const link = await recoveryLink(email);
      for (const type of ['signup', 'email_change']) {
        const { error } = await newClient(target()).auth.verifyOtp({ ...partsOf(link), type });
        expect(error).not.toBeNull();
      }
      expect((await follow(target(), link)).error).toBeNull();
    });

    test('a session that began with a password changes it with the current one alone', async () => {
      const { email } = await confirmedAccount('altes-1');
      const client = await signedIn(email, 'altes-1');
      const changed = async (current_password?: string) =>
        (await client.auth.updateUser({ password: 'neues-2', ...(current_password && { current_password }) })).error;
      expect(await changed()).toMatchObject({ status: 400, code: 'current_password_required' });
      expect(await changed('geraten')).toMatchObject({ status: 400, code: 'current_password_invalid' });
      await signedIn(email, 'altes-1');
      expect(await changed('altes-1')).toBeNull();
      await signedIn(email, 'neues-2');
    });

    test('a changed password ends the other sessions and keeps its own', async () => {
      const { email } = await confirmedAccount('altes-1');
      const [own, other] = [await signedIn(email, 'altes-1'), await signedIn(email, 'altes-1')];
      const changed = await own.auth.updateUser({ password: 'neues-2', current_password: 'altes-1' });
      expect(changed.error).toBeNull();
      expect((await own.auth.refreshSession()).error).toBeNull();
      expect((await other.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
      expect((await other.auth.getUser()).error).not.toBeNull();
    });

    test('the answer without a session reveals nothing about the password', async () => {
      const { email, client } = await confirmedAccount('altes-1');
      const { data } = await client.auth.getSession();
      const [head = '', body = ''] = (data.session?.access_token ?? '').split('.');
      for (const current_password of ['altes-1', 'geraten']) {
        const answer = await fetch(`${target().apiUrl}/auth/v1/user`, {
          method: 'PUT',
          headers: { apikey: target().publishableKey, authorization: `Bearer ${head}.${body}.Zm9yZ2Vk` },
          body: JSON.stringify({ password: 'neues-2', current_password }),
        });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ error_code: 'bad_jwt' });
      }
      await signedIn(email, 'altes-1');
    });

    test('an unknown address is answered like a known one', async () => {
      const email = newAddress();
      const { error } = await newClient(target()).auth.resetPasswordForEmail(email);
      expect(error).toBeNull();
      expect(await mailsTo(target(), email)).toEqual([]);
    });

    test.each(['the old mailbox first', 'the new mailbox first'])(
      'a changed address is confirmed by both, %s',
      async (order) => {
        const { client, email } = await confirmedAccount('geheim-123');
        const next = newAddress();
        expect((await client.auth.updateUser({ email: next })).error).toBeNull();
        const links = [await newestLink(email), await newestLink(next)];
        expect(new Set(links.map((link) => partsOf(link).token_hash)).size).toBe(2);
        const [first = '', second = ''] = order.startsWith('the old') ? links : links.toReversed();

        const half = await follow(target(), first);
        expect(half).toMatchObject({ session: null, error: null });
        expect((await follow(target(), first)).error?.code).toBe('otp_expired');
        expect((await client.auth.getUser()).data.user?.email).toBe(email);

        expect((await follow(target(), second)).session?.user.email).toBe(next);
        await signedIn(next, 'geheim-123');
      },
    );

    test('an address that another account has is refused by a code that the portal does not show', async () => {
      const [{ client, email }, other] = [await confirmedAccount('geheim-123'), await confirmedAccount('geheim-123')];
      expect((await client.auth.updateUser({ email: other.email })).error).toMatchObject({
        status: 422,
        code: 'email_exists',
      });
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
    });

    test('ways to sign in that are not offered say so', async () => {
      const { error } = await newClient(target()).auth.signInWithOtp({ email: newAddress() });
      expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
    });
  });
}
