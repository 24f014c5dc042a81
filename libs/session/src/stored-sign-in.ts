import { z } from 'zod';
import { SESSION_KEY } from '@nemus/start';
import { hasFactor, needsFactor } from './factors';
import type { SessionState } from './session-store';
import { sessionStorageArea } from './stored-session';

const storedSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({
    id: z.string(),
    email: z.string().optional(),
    user_metadata: z.record(z.string(), z.unknown()).default({}),
    factors: z.array(z.object({ status: z.string() })).optional(),
  }),
});

/**
 * The account of the stored session, as it was when the service last answered, even if its token has expired: for a
 * start without a connection. Null without one, and for one that has not given its second factor.
 */
export function readStoredSignIn(): Pick<SessionState, 'user' | 'hasFactor'> | null {
  try {
    const text = sessionStorageArea.getItem(SESSION_KEY);
    const { data } = storedSchema.safeParse(JSON.parse(typeof text === 'string' ? text : 'null'));
    if (!data || needsFactor(data)) return null;
    const { id, email = '', user_metadata: metadata } = data.user;
    return { user: { id, email, metadata }, hasFactor: hasFactor(data) };
  } catch {
    return null;
  }
}
