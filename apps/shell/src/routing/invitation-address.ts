import type { KeyStore } from '@nemus/host/browser/storage';
import { isLinkToken, readLinkToken, SETTLED_KEYS } from '@nemus/area/link-token';
import { PATHS } from './paths';

/** Query parameter; also written by the function that mails invitations. */
const INVITATION = 'einladung';

/** Token of the invitation link; null without one. */
export const readInvitationToken = (search: string): string | null => readLinkToken(search, INVITATION);

/** Whether the page of invitations was opened without a link's token. */
export const lacksInvitation = (search: string): boolean =>
  readInvitationToken(search) === null && new URLSearchParams(search).has(INVITATION);

/** The query part with an invitation; an empty token for a page that was opened without one. */
export const invitationQuery = (token: string | null): Record<string, string> =>
  token === null ? {} : { [INVITATION]: token };

/** Set by the page during a sign-out to return with another account. */
const CHANGES_ACCOUNT = 'kontowechsel';

/** Address of the page that answers an invitation. */
export const invitationPath = (token: string) =>
  `${PATHS.invitation}?${new URLSearchParams(invitationQuery(token)).toString()}`;

/** Whether the account is being changed: without a session the page then leads to the sign-in, not to the sign-up. */
export const changesAccount = (search: string) => new URLSearchParams(search).has(CHANGES_ACCOUNT);

/**
 * The invitation that an account was registered through, until it is answered in this browser: its page is the first
 * one after the sign-in.
 *
 * @param metadata the account's, written by its user
 */
export function pendingInvitation(metadata: Readonly<Record<string, unknown>> | undefined, store: KeyStore) {
  const token = metadata?.invitation_token;
  return typeof token === 'string' && isLinkToken(token) && store.getItem(SETTLED_KEYS.invitation) !== token
    ? token
    : null;
}
