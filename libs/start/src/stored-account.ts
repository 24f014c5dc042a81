import { TOKEN_MARGIN_S } from './limits';
import { isObject, parsed } from './memo';

/** The signed-in account, as far as known without a request. */
export interface StoredAccount {
  readonly userId: string;
  readonly token: string;
}

/**
 * The account of the stored session; null when there is none, when its token must be renewed first, or when it has not
 * given the account's second factor: nothing is requested before that.
 */
export function readStoredAccount(text: string | null, now: number): StoredAccount | null {
  const session = parsed(text);
  if (!isObject(session) || !isObject(session.user)) return null;
  const { access_token: token, expires_at: end, user } = session;
  if (typeof token !== 'string' || typeof end !== 'number' || typeof user.id !== 'string') return null;
  if (lacksFactor(user.factors, token)) return null;
  return end - now / 1000 > TOKEN_MARGIN_S ? { userId: user.id, token } : null;
}

function lacksFactor(factors: unknown, token: string): boolean {
  if (!Array.isArray(factors) || !factors.some((factor) => isObject(factor) && factor.status === 'verified'))
    return false;
  const claims = parsed(decoded(token.split('.')[1] ?? ''));
  return !isObject(claims) || claims.aal !== 'aal2';
}

/** ASCII is enough: only one claim is read. */
function decoded(part: string): string | null {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
