import { follow, linkOf, mailsTo, newAddress, partsOf } from './mails';
import { newClient, type LocalTarget } from './target';

const SITE = 'http://localhost:4200';
const password = 'geheim-123';

/** From the sign-up to the confirmed account. Needs the mails, so it is checked on the embedded backend alone. */
export function registrationContract(target: () => LocalTarget): void {
  const data = { user_type: 'institution', first_name: 'Ada', last_name: 'Klug', institution_name: 'Institut Nord' };

  async function signUp(email: string, emailRedirectTo = `${SITE}/`) {
    const client = newClient(target());
    const answer = await client.auth.signUp({ email, password, options: { data, emailRedirectTo } });
    return { client, ...answer };
  }

  describe('registration', () => {
    test('a sign-up waits for its confirmation, which the link gives once', async () => {
      const email = newAddress();
      const { client, data: signedUp, error } = await signUp(email);
      expect(error).toBeNull();
      expect(signedUp.session).toBeNull();
      expect(signedUp.user).toMatchObject({ email, user_metadata: expect.objectContaining(data) });
      expect(signedUp.user?.identities).toHaveLength(1);

      const early = await client.auth.signInWithPassword({ email, password });
      expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
      const guess = await client.auth.signInWithPassword({ email, password: 'geraten' });
      expect(guess.error?.code).toBe('invalid_credentials');

      const [mail] = await mailsTo(target(), email);
      const link = linkOf(mail);
      // A scanner's GET or HEAD does not use up the link.
      for (const method of ['GET', 'HEAD']) await fetch(link, { method }).catch(() => undefined);
      const confirmed = await follow(target(), link);
      expect(confirmed.error).toBeNull();
      expect(confirmed.session?.user.email).toBe(email);

      const { data: profile } = await confirmed.client.from('nemus_profiles').select('*').single();
      expect(profile).toMatchObject({ ...data, email });
      expect((await newClient(target()).auth.signInWithPassword({ email, password })).error).toBeNull();

      const again = await follow(target(), link);
      expect(again.session).toBeNull();
      expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
    });

    test('the mail is German, in both forms, with one link to the portal and no code', async () => {
      const email = newAddress();
      await signUp(email);
      const [mail] = await mailsTo(target(), email);
      expect(mail?.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse');
      const link = linkOf(mail);
      expect(link).toMatch(new RegExp(`^${SITE}/bestaetigen\\?token_hash=[0-9a-f]{64}&type=signup$`));
      expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
      for (const form of [mail?.text, mail?.html]) {
        expect(form).toContain(email);
        expect(form).not.toContain('{{');
        expect(form).not.toMatch(/auth\/v1\/verify|\b\d{8}\b/);
      }
    });

    test('our mails lead to no foreign page', async () => {
      const email = newAddress();
      await signUp(email, 'https://evil.example/steal');
      const [mail] = await mailsTo(target(), email);
      for (const form of [mail?.text, mail?.html]) expect(form).not.toContain('evil.example');
    });

    test.each(['recovery', 'email_change', 'magiclink', 'invite', ''])(
      'the hash of a sign-up opens nothing as "%s"',
      async (type) => {
        const email = newAddress();
        await signUp(email);
        const link = linkOf((await mailsTo(target(), email))[0]);
        const { data: opened, error } = await newClient(target()).auth.verifyOtp({ ...partsOf(link), type });
        expect(opened.session).toBeNull();
        expect(error).not.toBeNull();
        expect((await follow(target(), link)).error).toBeNull();
      },
    );

    test('of two who send the same hash at once, one gets a session', async () => {
      const email = newAddress();
      await signUp(email);
      const link = linkOf((await mailsTo(target(), email))[0]);
      const answers = await Promise.all([1, 2, 3, 4].map(() => follow(target(), link)));
      expect(answers.filter(({ session }) => session !== null)).toHaveLength(1);
    });

    test('signing up again before the confirmation sends a fresh link in place of the first', async () => {
      const email = newAddress();
      await signUp(email);
      const { error, data: repeated } = await signUp(email);
      expect(error).toBeNull();
      expect(repeated.user?.email).toBe(email);
      const [second, first] = await mailsTo(target(), email);
      expect((await follow(target(), linkOf(first))).error?.code).toBe('otp_expired');
      expect((await follow(target(), linkOf(second))).error).toBeNull();
    });

    test('resending does the same', async () => {
      const email = newAddress();
      const { client } = await signUp(email);
      const { error } = await client.auth.resend({ type: 'signup', email });
      expect(error).toBeNull();
      const mails = await mailsTo(target(), email);
      expect(mails).toHaveLength(2);
      expect((await follow(target(), linkOf(mails[0]))).error).toBeNull();
    });

    test('an address that is taken is not given away', async () => {
      const email = newAddress();
      await signUp(email);
      await follow(target(), linkOf((await mailsTo(target(), email))[0]));
      const { data: repeated, error } = await signUp(email);
      expect(error).toBeNull();
      expect(repeated.session).toBeNull();
      expect(repeated.user?.identities).toEqual([]);
      expect(await mailsTo(target(), email)).toHaveLength(1);
      const resent = await newClient(target()).auth.resend({ type: 'signup', email });
      expect(resent.error).toBeNull();
      expect(await mailsTo(target(), email)).toHaveLength(1);
    });

    test('an address of no known form is refused', async () => {
      const { error } = await newClient(target()).auth.signUp({ email: 'no address', password });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    });

    test("another account's refused statement does not undo a confirmation", async () => {
      const addresses = Array.from({ length: 6 }, newAddress);
      const links: string[] = [];
      for (const email of addresses) {
        await signUp(email);
        links.push(linkOf((await mailsTo(target(), email))[0]));
      }
      const visitor = newClient(target());
      let running = true;
      const noise = Array.from({ length: 4 }, async () => {
        while (running) await visitor.from('nemus_courses').insert({ title: 'refused' });
      });
      await Promise.all(links.map((link) => follow(target(), link)));
      running = false;
      await Promise.all(noise);
      for (const email of addresses) {
        const { error } = await newClient(target()).auth.signInWithPassword({ email, password });
        expect(error).toBeNull();
      }
    });
  });
}
