import type { GoTrueClient } from '@supabase/auth-js';
import { ask } from './session-error';

/**
 * Checks a password without touching the current session: a new sign-in there would start a session without the
 * account's second factor. The session opened here ends at once, after `work`.
 *
 * @param auth without a session
 * @throws {SessionError} `invalid_credentials`, …
 */
export async function provePassword(
  auth: GoTrueClient,
  credentials: { readonly email: string; readonly password: string },
  work: (proof: GoTrueClient) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await ask(() => auth.signInWithPassword(credentials));
  try {
    await work(auth);
  } finally {
    auth.signOut({ scope: 'local' }).catch(() => undefined);
  }
}
