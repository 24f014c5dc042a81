import { claimsOf, isPublic, matchRoute, normalizePath, type RemoteList, type RouteMatch } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
import { authViewSearch } from './auth-view';
import { changesAccount, invitationPath, readInvitationToken } from './invitation-address';
import { membershipPath, readMembershipToken } from './membership-address';
import { isReadable, redirectTarget, PATHS, publicPageAt, type PublicPage } from './paths';

/** What the portal shows at an address. */
export type Place =
  | { readonly kind: 'page'; readonly page: PublicPage | 'auth' }
  | { readonly kind: 'area'; readonly match: RouteMatch }
  /** The page checks the right itself: few accounts have it, and others should not wait for the answer. */
  | { readonly kind: 'diagnosis' }
  /** `remember`: the page opens after the sign-in. `missed`: no area claims the address, which is logged. */
  | { readonly kind: 'redirect'; readonly to: string; readonly remember: boolean; readonly missed: boolean }
  | { readonly kind: 'after-sign-in' }
  /** The password was right; the account's second factor comes first. */
  | { readonly kind: 'factor' }
  | { readonly kind: 'waiting'; readonly for: 'session' | 'profile' | 'registry' }
  /** There is a session, but its validity is unknown. */
  | { readonly kind: 'service-unreachable' }
  | { readonly kind: 'profile-missing' }
  /** Staff has blocked the account: the backend refuses every request of an area. */
  | { readonly kind: 'account-blocked' }
  | { readonly kind: 'registry-missing' }
  /** No area owns the dashboard for this account. */
  | { readonly kind: 'no-home' };

/** Paths of the shell that depend on the session: never a public route's, and the sign-in needs no registry. */
const OF_SESSIONS: ReadonlySet<string> = new Set([
  PATHS.start,
  PATHS.auth,
  PATHS.home,
  PATHS.diagnosis,
  PATHS.invitation,
]);

export interface GuardInput {
  readonly pathname: string;
  /** Query and hash, with their prefixes; redirects keep them. */
  readonly rest: string;
  readonly session: Pick<SessionState, 'status' | 'profile' | 'profileStatus' | 'unreachable'>;
  /** Null while the registry loads; `missing` when neither the store nor the browser has one. */
  readonly registry: RemoteList | 'missing' | null;
  /** Token of the unanswered invitation that the account was registered through. */
  readonly invited?: string | null;
  /** Token of the unanswered invitation to act for an institution that the account was registered through. */
  readonly joining?: string | null;
  readonly environment: string;
}

/**
 * Decides what an address shows (S-1.15 to S-1.17, S-2.1 to S-2.7). Runs before any code of an area is fetched. The
 * database checks every right again: a guard in the browser is not enough.
 */
export function decidePlace(input: GuardInput): Place {
  const { session } = input;
  const path = normalizePath(input.pathname);
  if (!isReadable(path)) return { kind: 'page', page: 'notFound' };
  const page = publicPageAt(path, input.environment);
  const isFactorNeeded = session.status === 'factor-needed';
  if (page) return isFactorNeeded && page === 'resetPassword' ? { kind: 'factor' } : { kind: 'page', page };
  const open = OF_SESSIONS.has(path) ? null : openPlace(path, input);
  if (open) return open;
  if (isFactorNeeded) return { kind: 'factor' };
  if (session.status === 'loading') {
    return session.unreachable ? { kind: 'service-unreachable' } : { kind: 'waiting', for: 'session' };
  }
  const token = path === PATHS.auth || path === PATHS.invitation ? readInvitationToken(queryOf(input.rest)) : null;
  if (session.status === 'signed-out') {
    if (path === PATHS.auth) return { kind: 'page', page: 'auth' };
    if (path === PATHS.invitation) {
      const view = changesAccount(queryOf(input.rest)) ? 'sign-in' : 'sign-up';
      return redirect(PATHS.auth + authViewSearch(view, { invitation: token ?? '' }));
    }
    if (input.registry === 'missing' && !OF_SESSIONS.has(path)) return { kind: 'registry-missing' };
    return redirect(PATHS.auth, path !== PATHS.start && path !== PATHS.home);
  }
  if (session.profileStatus === 'blocked') return { kind: 'account-blocked' };
  const joining = (path === PATHS.auth ? readMembershipToken(queryOf(input.rest)) : null) ?? input.joining ?? null;
  if (joining !== null && (path === PATHS.auth || path === PATHS.start)) return redirect(membershipPath(joining));
  const invited = token ?? input.invited ?? null;
  if (invited !== null && (path === PATHS.auth || path === PATHS.start)) {
    return redirect(invitationPath(invited));
  }
  if (path === PATHS.auth) return { kind: 'after-sign-in' };
  if (path === PATHS.start) return redirect(PATHS.home);
  if (path === PATHS.diagnosis) return { kind: 'diagnosis' };
  const moved = redirectTarget(path);
  return moved ? redirect(moved + input.rest) : decideArea(path, input);
}

/**
 * A public route's page; null when there is none, or an account may have its own at this path. Who cannot use an account
 * is a visitor.
 */
function openPlace(path: string, { session, registry }: GuardInput): Place | null {
  const { status, profileStatus } = session;
  const isVisitor = status === 'signed-out' || status === 'factor-needed' || profileStatus === 'blocked';
  if (registry === null) return isVisitor ? { kind: 'waiting', for: 'registry' } : null;
  if (registry === 'missing') return null;
  const [nearest] = claimsOf(registry, path);
  const match = isVisitor ? matchRoute(registry, path, null) : nearest;
  return match && isPublic(match.route) ? { kind: 'area', match } : null;
}

function decideArea(path: string, { session, registry }: GuardInput): Place {
  if (registry === null) return { kind: 'waiting', for: 'registry' };
  if (registry === 'missing') return { kind: 'registry-missing' };
  const [nearest] = claimsOf(registry, path);
  if (!nearest) return path === PATHS.home ? { kind: 'no-home' } : { ...redirect(PATHS.home), missed: true };
  if (!session.profile) return decideWithoutProfile(nearest, session);
  const match = matchRoute(registry, path, session.profile.userType, session.profile.rights);
  if (match) return { kind: 'area', match };
  return path === PATHS.home ? { kind: 'no-home' } : redirect(PATHS.home);
}

/** A route without roles and rights is open to every signed-in account, even without a readable profile. */
function decideWithoutProfile(nearest: RouteMatch, { profileStatus }: GuardInput['session']): Place {
  if (profileStatus === 'idle' || profileStatus === 'loading') return { kind: 'waiting', for: 'profile' };
  const { roles, requires } = nearest.route;
  return roles === undefined && requires === undefined ? { kind: 'area', match: nearest } : { kind: 'profile-missing' };
}

/** The query part of query and hash. */
const queryOf = (rest: string) => rest.split('#', 1)[0] ?? '';

function redirect(to: string, remember = false): Extract<Place, { kind: 'redirect' }> {
  return { kind: 'redirect', to, remember, missed: false };
}
