import { GoTrueClient } from '@supabase/auth-js';
import type { BackendSettings } from '@nemus/contract';
import { ask } from './session-error';

/**
 * Proves a password without touching the session that runs: a sign-in there would begin a session that has not given the
 * account's second factor. What this one opens ends at once.
 *
 * @throws {SessionError} `invalid_credentials`, …
 */
export async function provePassword(
  backend: BackendSettings,
  send: typeof fetch,
  credentials: { readonly email: string; readonly password: string },
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
  auth.signOut({ scope: 'local' }).catch(() => undefined);
}
