import type { UserType } from '@nemus/contract';
import type { SessionUser } from '@nemus/session';
import { afterSignIn } from './return-to';
import { statedRole } from './stated-role';

/**
 * Where the sign-in of an account leads to, as far as it can be told before its profile is there.
 *
 * @param state of the entry in the history: the page that was asked for before the sign-in
 */
export function nextPage(user: SessionUser, state: unknown): { readonly to: URL; readonly role: UserType | null } {
  const { origin } = window.location;
  return { to: new URL(afterSignIn(state, user.id, origin), origin), role: statedRole(user) };
}
