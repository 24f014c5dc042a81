import { createDataClient, type DataClient } from '@nemus/data';
import { SESSION_KEY } from '../auth-client';
import { createSession, type Session, type SessionOptions } from '../session';
import type { SessionState } from '../session-store';
import type { FakeService } from './fake-service';

export const TOKEN = 'POST /auth/v1/token';
export const PROFILES = 'GET /rest/v1/nemus_profiles';

const opened: Session[] = [];
/** What the sessions of this test reported about profiles. */
export const profileErrors: unknown[] = [];

/** Opens a session on a fake backend; `closeSessions` ends it. */
export function open(service: Pick<FakeService, 'url' | 'fetch'>, onToken?: SessionOptions['onToken']): Session {
  const backend = { url: service.url, publishableKey: 'sb_publishable_test' };
  let client: DataClient | undefined;
  const clientWith = (accessToken: (refused?: string) => Promise<string | null>) =>
    createDataClient({ ...backend, accessToken, fetch: service.fetch });
  const session: Session = createSession({
    backend,
    client: () => Promise.resolve((client ??= clientWith((refused) => session.getAccessToken(refused)))),
    visitorClient: () => Promise.resolve(clientWith(() => Promise.resolve(null))),
    siteRoot: 'http://localhost/',
    onProfileError: (error) => profileErrors.push(error),
    fetch: service.fetch,
    onToken,
  });
  opened.push(session);
  return session;
}

/** A browser without a session. */
export function resetBrowser() {
  localStorage.clear();
  profileErrors.length = 0;
  history.replaceState(null, '', '/');
  // The client warns of a second instance on the same page, as in every further test.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
}

export async function closeSessions() {
  await Promise.all(opened.splice(0).map((session) => session.dispose()));
  jest.restoreAllMocks();
}

/** Stores a session as an earlier visit would have. */
export function store(body: object) {
  localStorage.setItem(SESSION_KEY, JSON.stringify(body));
}

/** Resolves with the first state that the condition accepts. */
function settled(session: Session, condition: (state: SessionState) => boolean): Promise<SessionState> {
  return new Promise((resolve) => {
    const check = () => {
      const state = session.store.getState();
      if (!condition(state)) return false;
      resolve(state);
      return true;
    };
    if (check()) return;
    const stop = session.store.subscribe(() => {
      if (check()) stop();
    });
  });
}

/** The state once it is known whether an account is signed in. */
export const known = (session: Session) =>
  settled(session, ({ status, unreachable }) => status !== 'loading' || unreachable);

/** The state once the profile was read, or could not be. */
export const withProfile = (session: Session) =>
  settled(session, ({ profileStatus }) => profileStatus !== 'idle' && profileStatus !== 'loading');

/** The state once the session has left this browser. */
export const signedOut = (session: Session) => settled(session, ({ status }) => status === 'signed-out');
