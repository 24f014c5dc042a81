import type { KeyStore } from '@nemus/host/browser/storage';
import { isLinkToken, linkQuery, readLinkToken, SETTLED_KEYS } from '@nemus/area/link-token';
import { PATHS } from './paths';

/** Query parameter of the sign-in, on the way back to the page. */
const MEMBER = 'mitglied';

/** Token of an invitation to be a member, at the sign-in that leads back to its page. */
export const readMembershipToken = (search: string): string | null => readLinkToken(search, MEMBER);

/** The query part that passes it to the sign-in. */
export const membershipQuery = (token: string | null): Record<string, string> =>
  token === null ? {} : { [MEMBER]: token };

/** Address of the page that answers an invitation to be a member. */
export const membershipPath = (token: string) => `${PATHS.membership}?${linkQuery(token)}`;

/**
 * The invitation that an account was registered through, until it is answered in this browser: its page is the first
 * one after the sign-in.
 *
 * @param metadata the account's, written by its user
 */
export function pendingMembership(metadata: Readonly<Record<string, unknown>> | undefined, store: KeyStore) {
  const token = metadata?.membership_token;
  return typeof token === 'string' && isLinkToken(token) && store.getItem(SETTLED_KEYS.membership) !== token
    ? token
    : null;
}
