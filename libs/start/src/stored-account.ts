import { TOKEN_MARGIN_S } from './limits';
import { isObject, parsed } from './memo';

/** Who is signed in, as far as it can be known without asking. */
export interface StoredAccount {
  readonly userId: string;
  readonly token: string;
}

/** The account of the stored session; null when there is none, or when its token has to be renewed first. */
export function readStoredAccount(text: string | null, now: number): StoredAccount | null {
  const session = parsed(text);
  if (!isObject(session) || !isObject(session.user)) return null;
  const { access_token: token, expires_at: end, user } = session;
  if (typeof token !== 'string' || typeof end !== 'number' || typeof user.id !== 'string') return null;
  return end - now / 1000 > TOKEN_MARGIN_S ? { userId: user.id, token } : null;
}
