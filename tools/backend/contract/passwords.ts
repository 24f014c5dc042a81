import { follow, linkOf, mailsTo, newAddress } from './mails';
import { newClient, type LocalTarget } from './target';

const SITE = 'http://localhost:4200';

/** Forgotten and changed passwords, changed addresses. Needs the mails. */
export function passwordContract(target: () => LocalTarget): void {
  async function confirmedAccount(password: string) {
    const email = newAddress();
    const client = newClient(target());
    await client.auth.signUp({ email, password });
    await follow(linkOf((await mailsTo(target(), email))[0]));
    return { client, email };
  }

  async function openSession(link: string) {
    const { page, values } = await follow(link);
    const client = newClient(target());
    const session = {
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    };
    expect((await client.auth.setSession(session)).error).toBeNull();
    return { client, page, values };
  }

  describe('passwords', () => {
    test('a recovery link opens a session in which a new password is set', async () => {
      const { client, email } = await confirmedAccount('altes-1');
      const asked = await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` });
      expect(asked.error).toBeNull();
      const [mail] = await mailsTo(target(), email);
      expect(mail?.subject).toBe('Neues Passwort festlegen');
      const opened = await openSession(linkOf(mail));
      expect(opened.page).toBe(`${SITE}/reset-password`);
      expect(opened.values.get('type')).toBe('recovery');

      const same = await opened.client.auth.updateUser({ password: 'altes-1' });
      expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
      const weak = await opened.client.auth.updateUser({ password: 'kurz' });
      expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' });
      expect((await opened.client.auth.updateUser({ password: 'neues-2' })).error).toBeNull();

      const old = await newClient(target()).auth.signInWithPassword({ email, password: 'altes-1' });
      expect(old.error?.code).toBe('invalid_credentials');
      expect((await newClient(target()).auth.signInWithPassword({ email, password: 'neues-2' })).error).toBeNull();
      expect((await follow(linkOf(mail))).values.get('error_code')).toBe('otp_expired');
    });

    test('an unknown address is answered like a known one', async () => {
      const email = newAddress();
      const { error } = await newClient(target()).auth.resetPasswordForEmail(email);
      expect(error).toBeNull();
      expect(await mailsTo(target(), email)).toEqual([]);
    });

    test('a changed address has to be confirmed', async () => {
      const { client, email } = await confirmedAccount('geheim-123');
      await client.auth.signInWithPassword({ email, password: 'geheim-123' });
      const next = newAddress();
      expect((await client.auth.updateUser({ email: next })).error).toBeNull();
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      const [mail] = await mailsTo(target(), email);
      expect(mail?.text).toContain(next);
      await openSession(linkOf(mail));
      expect(
        (await newClient(target()).auth.signInWithPassword({ email: next, password: 'geheim-123' })).error,
      ).toBeNull();
    });

    test('ways to sign in that are not offered say so', async () => {
      const { error } = await newClient(target()).auth.signInWithOtp({ email: newAddress() });
      expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
    });
  });
}
