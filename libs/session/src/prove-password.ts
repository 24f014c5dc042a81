import { GoTrueClient } from '@supabase/auth-js';
import type { BackendSettings } from '@nemus/contract';
import { ask } from './session-error';

/**
 * Checks a password without touching the current session: a new sign-in there would start a session without the
 * account's second factor. The session opened here ends at once, after `work`.
 *
 * @throws {SessionError} `invalid_credentials`, …
 */
export async function provePassword(
  backend: BackendSettings,
  send: typeof fetch,
  credentials: { readonly email: string; readonly password: string },
  work: (proof: GoTrueClient) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const auth = new GoTrueClient({
    url: `${backend.url}/auth/v1`,
    headers: { apikey: backend.publishableKey },
    storageKey: 'nemus-proof',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: send,
  });
  await ask(() => auth.signInWithPassword(credentials));
  try {
    await work(auth);
  } finally {
    auth.signOut({ scope: 'local' }).catch(() => undefined);
  }
}
