import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows; `later` steps of 30 seconds from now. */
export function codeOf(secret: string, later = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
}

/** A factor that was begun, and its secret. */
export async function enrol(client: SupabaseClient, friendlyName = 'Telefon') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error || data.type !== 'totp') throw error ?? new Error('no TOTP');
  return { id: data.id, ...data.totp };
}

/** Answers a new challenge of a factor. */
export async function answer(client: SupabaseClient, factorId: string, code: string) {
  const { data, error } = await client.auth.mfa.challenge({ factorId });
  if (error) return { challengeId: '', error };
  const verified = await client.auth.mfa.verify({ factorId, challengeId: data.id, code });
  return { challengeId: data.id, error: verified.error };
}

/** Level and methods of a client's session, from its token. */
export async function levelOf(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return { now: data?.currentLevel, next: data?.nextLevel };
}
