import type * as client from './auth-client';
import { SessionError } from './session-error';

/** Loads the auth client's code: a start with a valid session does without. Rejects with a {@link SessionError}. */
export async function loadAuthClient(): Promise<typeof client> {
  try {
    return await import(/* webpackChunkName: "auth-client" */ './auth-client');
  } catch (cause) {
    throw new SessionError('network', 0, null, { cause });
  }
}
