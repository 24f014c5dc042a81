import type { AuthChangeEvent, AuthError } from '@supabase/auth-js';
import type { BackendSettings } from '@nemus/contract';
import { idleAfter } from '@nemus/start/idle';
import { RECONNECT_MS } from '@nemus/start/limits';
import type { PortalAuthClient } from './auth-client';
import { loadAuthClient } from './load-auth-client';
import { readStoredSession } from './stored-session';
import { readValidSession, type HeldSession } from './stored-sign-in';

/** The page's auth client, whose code a start with a valid session does not load. */
export interface LateClient {
  /** The client. Rejects with a `SessionError` when its code does not load; the next call tries again. */
  client(): Promise<PortalAuthClient>;
  /** The session: the stored one as long as its token is valid, then the client's, which refreshes it. */
  getSession(): Promise<{ readonly session: HeldSession | null; readonly error: AuthError | null }>;
  /** The client, if its code has loaded. */
  loaded(): PortalAuthClient | null;
  /** Reports the stored session, and what happens to it. */
  begin(): void;
  dispose(): Promise<void>;
}

/** @param onSilence called when the session's validity cannot be found out, since the client does not load */
export function lateClient(
  backend: BackendSettings,
  send: typeof fetch,
  {
    follow,
    onSilence,
  }: { follow: (event: AuthChangeEvent, session: HeldSession | null) => void; onSilence: () => void },
): LateClient {
  let asked: Promise<PortalAuthClient> | null = null;
  let loaded: PortalAuthClient | null = null;
  let isDisposed = false;
  /** Token of the session that was reported without the client, which reports it again. */
  let reported: string | null = null;
  let stopWaiting = () => {};

  async function load(): Promise<PortalAuthClient> {
    const { createAuthClient } = await loadAuthClient();
    loaded = createAuthClient(backend, send);
    if (isDisposed) await loaded.dispose();
    else
      loaded.onAuthStateChange((event, session) => {
        const isRepeated = reported !== null && session?.access_token === reported;
        if (event === 'INITIAL_SESSION') reported = null;
        if (!isRepeated || (event !== 'INITIAL_SESSION' && event !== 'SIGNED_IN')) follow(event, session);
      });
    return loaded;
  }
  async function client(): Promise<PortalAuthClient> {
    asked ??= load();
    try {
      return await asked;
    } catch (error) {
      asked = null;
      throw error;
    }
  }

  /** Without it nothing is known: asks until it is there, as users are told. */
  async function insist(onFailure: () => void) {
    for (let wait: number = RECONNECT_MS.first; !isDisposed; wait = Math.min(wait * 2, RECONNECT_MS.last)) {
      try {
        await client();
        return;
      } catch {
        onFailure();
        await new Promise<void>((resolve) => (stopWaiting = idleAfter(wait, resolve)));
      }
    }
  }

  return {
    client,
    loaded: () => loaded,
    getSession: async () => {
      const held = loaded === null ? readValidSession() : null;
      if (held !== null) return { session: held, error: null };
      const auth = await client();
      const { data, error } = await auth.getSession();
      if (error) auth.forgetFailureSoon();
      return { session: data.session, error };
    },
    begin: () => {
      const held = readValidSession();
      reported = held?.access_token ?? null;
      const isKnown = held !== null || readStoredSession() === 'absent';
      // Later, as the client does: its owner is not complete yet.
      if (isKnown) void Promise.resolve().then(() => !isDisposed && follow('INITIAL_SESSION', held));
      if (held === null) void insist(() => !isKnown && onSilence());
    },
    dispose: async () => {
      isDisposed = true;
      stopWaiting();
      await loaded?.dispose();
    },
  };
}
