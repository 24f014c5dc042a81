import { z } from 'zod';
import { SESSION_KEY } from '@nemus/start';
import { TOKEN_MARGIN_S } from '@nemus/start/limits';
import { hasFactor, needsFactor } from './factors';
import { toUser, type SessionState } from './session-store';
import { sessionStorageArea } from './stored-session';

/** What the portal reads of a session, as the auth client stores it. */
const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** In seconds since 1970, by this browser's clock. */
  expires_at: z.number().optional(),
  user: z.object({
    id: z.string(),
    email: z.string().optional(),
    user_metadata: z.record(z.string(), z.unknown()).default({}),
    factors: z.array(z.object({ status: z.string() })).optional(),
  }),
});

/** A session, from the storage or from the auth client. */
export type HeldSession = Pick<z.infer<typeof sessionSchema>, 'access_token' | 'user'>;

function readSession() {
  try {
    const text = sessionStorageArea.getItem(SESSION_KEY);
    return sessionSchema.safeParse(JSON.parse(typeof text === 'string' ? text : 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The stored session, if its token can be sent as it is. */
export function readValidSession(): HeldSession | null {
  const session = readSession();
  const end = session?.expires_at ?? 0;
  return end - Date.now() / 1_000 > TOKEN_MARGIN_S ? session : null;
}

/** Whether the stored session's access token has expired by this browser's clock. */
export function isStoredSessionOver(): boolean {
  const end = readSession()?.expires_at;
  return end !== undefined && end * 1_000 <= Date.now();
}

/**
 * The account of the stored session, as it was when the service last answered, even if its token has expired: for a
 * start without a connection. Null without one, and for one that has not given its second factor.
 */
export function readStoredSignIn(): Pick<SessionState, 'user' | 'hasFactor'> | null {
  const session = readSession();
  if (!session || needsFactor(session)) return null;
  return { user: toUser(session.user), hasFactor: hasFactor(session) };
}
