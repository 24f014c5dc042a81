import type { KeyStore } from '../browser/storage';
import { isLinkToken, readLinkToken } from './link-token';
import { PATHS } from './paths';

/** Name in the query; also written by the function that mails invitations. */
const INVITATION = 'einladung';
/** The invitation that was answered last in this browser, or that led nowhere. */
const SETTLED_KEY = 'nemus-invitation-settled';

/** Token of the invitation whose link led here; null without one. */
export const readInvitationToken = (search: string): string | null => readLinkToken(search, INVITATION);

/** The part of a query that carries an invitation. */
export const invitationQuery = (token: string | null): Record<string, string> =>
  token === null ? {} : { [INVITATION]: token };

/** Set while somebody signs out of the page to come back with another account. */
const CHANGES_ACCOUNT = 'kontowechsel';

/** Address of the page that answers an invitation. */
export const invitationPath = (token: string) =>
  `${PATHS.invitation}?${new URLSearchParams(invitationQuery(token)).toString()}`;

/** The same page, on the way to another account: without a session it leads to the sign-in, not to the sign-up. */
export const accountChangePath = (token: string) => `${invitationPath(token)}&${CHANGES_ACCOUNT}=1`;

/** Whether the address is one of `accountChangePath`. */
export const changesAccount = (search: string) => new URLSearchParams(search).has(CHANGES_ACCOUNT);

/**
 * The invitation that an account was registered through, as long as this browser has not seen it answered: the page that
 * asks is the first one after the sign-in.
 *
 * @param metadata the account's, which the account itself writes
 */
export function pendingInvitation(metadata: Readonly<Record<string, unknown>> | undefined, store: KeyStore) {
  const token = metadata?.invitation_token;
  return typeof token === 'string' && isLinkToken(token) && store.getItem(SETTLED_KEY) !== token ? token : null;
}

/** Notes that nothing is left to ask about an invitation. */
export const settleInvitation = (token: string, store: KeyStore) => store.setItem(SETTLED_KEY, token);
