import { GoTrueClient } from '@supabase/auth-js';
import type { BackendSettings } from '@nemus/contract';
import { SESSION_KEY } from '@nemus/start';
import { sessionStorageArea } from './stored-session';

export { SESSION_KEY };

/** How long a failed refresh is reused, in milliseconds. */
const FAILURE_STANDS = 3_000;

/** The auth client, with control over how long it remembers a failed refresh. */
export class PortalAuthClient extends GoTrueClient {
  /**
   * By default the client repeats a remembered failure for a minute, to spare a service in trouble. A user who tries
   * again after the connection is back must not be told that it is down.
   */
  forgetFailureSoon(): void {
    const failure = this.lastRefreshFailure;
    if (failure) failure.expiresAt = Math.min(failure.expiresAt, Date.now() + FAILURE_STANDS);
  }
}

/** A client with a session of its own, in memory alone: to check a password without touching the page's session. */
export function createProofClient(backend: BackendSettings, send: typeof fetch): GoTrueClient {
  return new GoTrueClient({
    url: `${backend.url}/auth/v1`,
    headers: { apikey: backend.publishableKey },
    storageKey: 'nemus-proof',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: send,
  });
}

/**
 * The portal's only auth client. It takes no session from an address. Mails carry a hash (`implicit` requests mails
 * without a PKCE challenge, so their links also work in another browser). The client's own constants are promised: a
 * refresh tick of 30 s, refresh within 3 ticks of expiry (S-10.10).
 */
export function createAuthClient(backend: BackendSettings, send: typeof fetch): PortalAuthClient {
  return new PortalAuthClient({
    url: `${backend.url}/auth/v1`,
    headers: { apikey: backend.publishableKey },
    storageKey: SESSION_KEY,
    flowType: 'implicit',
    autoRefreshToken: true,
    persistSession: true,
    storage: sessionStorageArea,
    detectSessionInUrl: false,
    fetch: send,
  });
}
