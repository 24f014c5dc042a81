import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { answer, codeOf, enrol, levelOf } from './codes';
import { DEMO, demoClient, isHosted, newClient, type Target } from './target';

/** The code that a function refuses with; null when it did not. */
async function codeOfFunction(client: SupabaseClient, name: string, body: object): Promise<string | null> {
  const { error, response } = await client.functions.invoke<unknown>(name, { body });
  if (!error || !response) return null;
  return refusedSchema.parse(await response.json()).error.code;
}

const refusedSchema = z.object({ error: z.object({ code: z.string() }) });
const strange = '00000000-0000-4000-8000-000000000000';

/**
 * Codes of an authenticator app as a second factor. The account of the tests has none before and after; in a hosted
 * project `[auth.mfa.totp]` has to be on.
 */
export function factorsContract(target: () => Target): void {
  describe('factors', () => {
    let client: SupabaseClient;
    let factor: Awaited<ReturnType<typeof enrol>>;

    beforeEach(async () => {
      ({ client } = await demoClient(target(), DEMO.piw));
      factor = await enrol(client);
    });
    // Strong or not: the account may cancel a factor that it did not finish.
    afterEach(() => client.auth.mfa.unenroll({ factorId: factor.id }));

    /** The factor is finished by the current code; the codes of the next step are left for the test. */
    async function finish(): Promise<void> {
      expect((await answer(client, factor.id, codeOf(factor.secret))).error).toBeNull();
    }

    test('an app is given a secret as a picture, an address and a text', () => {
      expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,.*<svg/s);
      expect(factor.qr_code).not.toContain('#');
      expect(factor.uri).toMatch(/^otpauth:\/\/totp\//);
      expect(new URL(factor.uri).searchParams.get('secret')).toBe(factor.secret);
      expect(factor.secret).toMatch(/^[A-Z2-7]{32,}$/);
    });

    test('until the first code it counts for nothing', async () => {
      expect(await levelOf(client)).toEqual({ now: 'aal1', next: 'aal1' });
      const { data } = await client.auth.mfa.listFactors();
      expect(data?.totp).toEqual([]);
      expect(data?.all).toMatchObject([{ id: factor.id, status: 'unverified', friendly_name: 'Telefon' }]);
      expect(JSON.stringify(data)).not.toContain(factor.secret);
    });

    test('with a code the session is strong, also after refreshing, and says how it came to be', async () => {
      await finish();
      expect(await levelOf(client)).toEqual({ now: 'aal2', next: 'aal2' });
      await client.auth.refreshSession();
      const { data } = await client.auth.getClaims();
      expect(data?.claims).toMatchObject({ aal: 'aal2' });
      const ways = data?.claims.amr?.map((way) => (typeof way === 'string' ? way : way.method));
      expect(ways).toEqual(['totp', 'password']);
      expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ status: 'verified' }]);
    });

    test('a strong session ends the weaker ones; a new one is weak until its code', async () => {
      const before = (await demoClient(target(), DEMO.piw)).client;
      await finish();
      expect((await before.auth.refreshSession()).error).not.toBeNull();
      const { client: next } = await demoClient(target(), DEMO.piw);
      expect(await levelOf(next)).toEqual({ now: 'aal1', next: 'aal2' });
      expect((await answer(next, factor.id, codeOf(factor.secret, 1))).error).toBeNull();
      expect(await levelOf(next)).toEqual({ now: 'aal2', next: 'aal2' });
      await next.auth.signOut({ scope: 'local' });
    });

    test('a wrong code, one of long ago, and what is no code', async () => {
      const wrong = codeOf(factor.secret) === '000000' ? '000001' : '000000';
      for (const code of [wrong, codeOf(factor.secret, -20), '', '12345', "' or 1=1"]) {
        expect((await answer(client, factor.id, code)).error).not.toBeNull();
      }
      expect((await answer(client, factor.id, wrong)).error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
      });
      expect(await levelOf(client)).toEqual({ now: 'aal1', next: 'aal1' });
    });

    test('a challenge is answered once', async () => {
      const { challengeId, error } = await answer(client, factor.id, codeOf(factor.secret));
      expect(error).toBeNull();
      const again = { factorId: factor.id, challengeId, code: codeOf(factor.secret, 1) };
      expect((await client.auth.mfa.verify(again)).error).not.toBeNull();
    });

    // A hosted project accepts a code again, with a new challenge, until its 90 seconds have passed.
    if (!isHosted) {
      test('a code is taken once, also by a session of its own', async () => {
        const code = codeOf(factor.secret);
        expect((await answer(client, factor.id, code)).error).toBeNull();
        expect((await answer(client, factor.id, code)).error?.code).toBe('mfa_verification_failed');
        const { client: thief } = await demoClient(target(), DEMO.piw);
        expect((await answer(thief, factor.id, code)).error?.code).toBe('mfa_verification_failed');
        // Also one older than the last accepted one.
        expect((await answer(thief, factor.id, codeOf(factor.secret, -1))).error?.code).toBe('mfa_verification_failed');
        await thief.auth.signOut({ scope: 'local' });
      });
    }

    test("another account's factor is unknown", async () => {
      const { client: other } = await demoClient(target(), DEMO.institution);
      const code = codeOf(factor.secret);
      expect((await other.auth.mfa.challenge({ factorId: factor.id })).error?.status).toBe(404);
      const { data } = await client.auth.mfa.challenge({ factorId: factor.id });
      const challengeId = data?.id ?? '';
      expect((await other.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.status).toBe(404);
      expect((await other.auth.mfa.unenroll({ factorId: factor.id })).error?.status).toBe(404);
      // Nor does a challenge of one factor open another.
      const own = await enrol(other);
      const crossed = { factorId: own.id, challengeId, code: codeOf(own.secret) };
      expect((await other.auth.mfa.verify(crossed)).error).not.toBeNull();
      expect(await levelOf(other)).toEqual({ now: 'aal1', next: 'aal1' });
      await other.auth.mfa.unenroll({ factorId: own.id });
      await other.auth.signOut({ scope: 'local' });
    });

    test('the password alone does not pass a factor', async () => {
      await finish();
      const { client: thief } = await demoClient(target(), DEMO.piw);
      expect((await thief.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('insufficient_aal');
      const { error } = await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Meins' });
      expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
      const password = await thief.auth.updateUser({ password: 'neues-geheim-1', current_password: DEMO.password });
      expect(password.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
      const email = await thief.auth.updateUser({ email: 'dieb@nemus.example' });
      expect(email.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
      await thief.auth.signOut({ scope: 'local' });
    });

    test('with the password alone nothing of the account is read, called or done, by whichever service', async () => {
      const before = client.rpc('nemus_factor_state');
      expect((await before).error).toBeNull();
      await finish();
      const { client: thief } = await demoClient(target(), DEMO.piw);
      const refused = { code: 'PT403', hint: 'factor_not_given' };
      expect((await thief.from('nemus_profiles').select('user_id')).error).toMatchObject(refused);
      expect((await thief.rpc('nemus_make_recovery_codes')).error).toMatchObject(refused);
      expect((await thief.rpc('nemus_delete_account')).error).toMatchObject(refused);
      for (const [name, body] of [
        ['create-subscription', { tier: 'monthly' }],
        ['send-invitations', { people: [{ first_name: 'A', last_name: 'B', email: 'a@b.example' }] }],
        ['customer-portal', {}],
      ] as const) {
        expect(await codeOfFunction(thief, name, body)).toBe('factor_not_given');
      }
      const { data: files } = await thief.storage.from('releases').list('');
      expect(files ?? []).toEqual([]);
      expect((await client.from('nemus_profiles').select('user_id')).data).toHaveLength(1);
      await thief.auth.signOut({ scope: 'local' });
    });

    test('a recovery code takes the factor away, once, and lets the session that used it go on', async () => {
      await finish();
      const { data: codes } = await client.rpc('nemus_make_recovery_codes');
      const [code = '', second = ''] = z.array(z.string()).parse(codes);
      const { client: owner } = await demoClient(target(), DEMO.piw);
      expect(await codeOfFunction(owner, 'use-recovery-code', { code: '0000-0000-0000-0000' })).toBe(
        'recovery_code_wrong',
      );
      expect(await codeOfFunction(owner, 'use-recovery-code', { code })).toBeNull();
      await owner.auth.refreshSession();
      expect(await levelOf(owner)).toEqual({ now: 'aal1', next: 'aal1' });
      expect((await owner.auth.mfa.listFactors()).data?.all).toEqual([]);
      expect((await owner.from('nemus_profiles').select('user_id')).data).toHaveLength(1);
      // The factor's session ended with it, and its token immediately.
      expect((await client.from('nemus_profiles').select('user_id')).error).toMatchObject({ hint: 'session_ended' });
      expect((await client.auth.refreshSession()).error).not.toBeNull();
      expect(await codeOfFunction(owner, 'use-recovery-code', { code: second })).toBe('factor_missing');
      await owner.auth.signOut({ scope: 'local' });
    });

    test('a factor that was given makes a session fresh again', async () => {
      await finish();
      const given = async () => {
        const { data } = await client.auth.getClaims();
        const ways = z.array(z.object({ method: z.string(), timestamp: z.number() })).parse(data?.claims.amr);
        return ways.find(({ method }) => method === 'totp')?.timestamp ?? 0;
      };
      const first = await given();
      expect(first).toBeGreaterThan(Date.now() / 1000 - 60);
      expect((await answer(client, factor.id, codeOf(factor.secret, 1))).error).toBeNull();
      expect(await given()).toBeGreaterThanOrEqual(first);
      expect((await client.rpc('nemus_make_recovery_codes')).error).toBeNull();
    });

    test('a factor that is gone takes the strength of its sessions with it', async () => {
      await finish();
      expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
      await client.auth.refreshSession();
      expect(await levelOf(client)).toEqual({ now: 'aal1', next: 'aal1' });
    });

    test('a name is used once, and is unknown without an account', async () => {
      const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telefon' });
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
      expect((await client.auth.mfa.challenge({ factorId: strange })).error?.status).toBe(404);
      const { apiUrl, publishableKey: apikey } = target();
      for (const path of ['', `/${factor.id}/challenge`, `/${factor.id}/verify`]) {
        const asked = await fetch(`${apiUrl}/auth/v1/factors${path}`, { method: 'POST', headers: { apikey } });
        expect([401, 403]).toContain(asked.status);
      }
      expect((await newClient(target()).auth.mfa.listFactors()).data).toBeNull();
    });
  });
}
