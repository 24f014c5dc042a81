import type { UserType } from '@nemus/contract';
import type { SessionUser } from '@nemus/session';
import { afterSignIn } from './return-to';
import { statedRole } from './stated-role';

/**
 * The page after an account's sign-in, as far as known before its profile.
 *
 * @param state of the history entry: the page requested before the sign-in
 */
export function nextPage(user: SessionUser, state: unknown): { readonly to: URL; readonly role: UserType | null } {
  const { origin } = window.location;
  return { to: new URL(afterSignIn(state, user.id, origin), origin), role: statedRole(user) };
}
