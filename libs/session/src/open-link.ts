import type { GoTrueClient } from '@supabase/auth-js';
import type { MailLink } from './mail-link';
import { ask, SessionError } from './session-error';
import { toUser, type SessionStore, type SessionUser } from './session-store';

/** Code of the {@link SessionError} when another account is signed in than the one to be signed out. */
export const OTHER_ACCOUNT = 'other_account';

/** `half`: a changed address that the other mailbox must also confirm. */
export type LinkOutcome = { readonly kind: 'signed-in'; readonly user: SessionUser } | { readonly kind: 'half' };

/**
 * Exchanges the hash of a mail's link for a session. The previous session also ends at the service; otherwise it would
 * stay valid for weeks.
 *
 * @param leaving see `Session.openLink`
 */
export async function openLink(
  auth: GoTrueClient,
  store: SessionStore,
  { type, tokenHash }: MailLink,
  leaving: string | null,
): Promise<LinkOutcome> {
  const { status, user } = store.getState();
  if (status === 'loading') throw new SessionError('network', 0, null);
  // The storage decides: another tab may have signed in while this one was frozen.
  const running = (await auth.getSession()).data.session;
  if ((running?.user.id ?? user?.id ?? null) !== leaving) throw new SessionError(OTHER_ACCOUNT, 409, null);
  const { data } = await ask(() => auth.verifyOtp({ type, token_hash: tokenHash }));
  if (!data.session) return { kind: 'half' };
  if (running) auth.admin.signOut(running.access_token, 'local').catch(() => undefined);
  return { kind: 'signed-in', user: toUser(data.session.user) };
}
