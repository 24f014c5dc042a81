import { GoTrueClient } from '@supabase/auth-js';
import type { BackendSettings } from '@nemus/contract';
import { SESSION_KEY } from '@nemus/start';
import { sessionStorageArea } from './stored-session';

export { SESSION_KEY };

/** How long a failed refresh stands for the next one, in milliseconds. */
const FAILURE_STANDS = 3_000;

/** The auth client, with a say in how long it remembers that a token could not be had. */
export class PortalAuthClient extends GoTrueClient {
  /**
   * By itself the client answers for a minute with the failure it remembers, which spares a service in trouble its
   * own repetitions. Somebody who tries again after the connection is back must not be told that it is not.
   */
  forgetFailureSoon(): void {
    const failure = this.lastRefreshFailure;
    if (failure) failure.expiresAt = Math.min(failure.expiresAt, Date.now() + FAILURE_STANDS);
  }
}

/**
 * The portal's one auth client. It takes no session from an address. Mails carry a hash (`implicit` asks for mails
 * without a PKCE challenge: their links also work in another browser than the one that asked). The client's own
 * constants are promised: a refresh tick of 30 s, refresh within 3 ticks of expiry (S-10.10).
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
