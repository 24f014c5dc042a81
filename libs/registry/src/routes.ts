import { germanOrder, type MenuEntry, type RouteDeclaration, type UserType } from '@nemus/contract';
import type { RegisteredRemote } from './registry';

/** The part of a registry that the rules for paths, menu and slots read. */
export interface RemoteList {
  readonly remotes: readonly RegisteredRemote[];
}

/** The owner of a path. */
export interface RouteMatch {
  readonly remote: RegisteredRemote;
  readonly route: RouteDeclaration;
}

/** Path without query, hash and trailing slashes; `/` stays. */
export function normalizePath(path: string): string {
  const bare = path.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return bare === '' ? '/' : bare;
}

/** True when `path` is the prefix itself or lies below it. Prefixes end at segments: `/course` does not own `/courses`. */
export function isBelow(path: string, prefix: string): boolean {
  const bare = normalizePath(path);
  return bare === prefix || bare.startsWith(`${prefix}/`);
}

/** Whether something for `roles` is for an account of this type; no roles means every signed-in account. */
export function isForRole(roles: readonly UserType[] | undefined, role: UserType | null): boolean {
  return role !== null && (roles === undefined || roles.includes(role));
}

/** Whether an account with these rights has one of the required ones; without a list, none is required. */
function hasRight(requires: readonly string[] | undefined, rights: readonly string[]): boolean {
  return requires === undefined || requires.some((right) => rights.includes(right));
}

/** Whether a route or an entry is for an account of this type with these rights. */
export function isForAccount(
  { roles, requires }: Pick<RouteDeclaration, 'roles' | 'requires'>,
  role: UserType | null,
  rights: readonly string[],
): boolean {
  return isForRole(roles, role) && hasRight(requires, rights);
}

/** Every claim on a path, whatever the role; the longest prefix first. Empty: no area knows the path. */
export function claimsOf(registry: RemoteList, path: string): RouteMatch[] {
  return registry.remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, route })))
    .filter(({ route }) => isBelow(path, route.path))
    .toSorted((a, b) => b.route.path.length - a.route.path.length || publicRank(a) - publicRank(b));
}

/** Accounts come first where a path is both theirs and public. */
const publicRank = ({ route }: RouteMatch) => (isPublic(route) ? 1 : 0);

/** Whether a route is open to everyone, without an account. */
export const isPublic = ({ access }: Pick<RouteDeclaration, 'access'>) => access === 'public';

/**
 * The owner of a path for an account: the longest prefix that is open to its type; for a visitor (`role` null), the
 * longest prefix if it is public. `null` when no area owns it for this
 * type, or that prefix requires a right that the account does not have: a shorter prefix does not open what a longer
 * one closes. {@link claimsOf} tells whether any area has the path. A switched-off area still owns its paths.
 */
export function matchRoute(
  registry: RemoteList,
  path: string,
  role: UserType | null,
  rights: readonly string[] = [],
): RouteMatch | null {
  const claims = claimsOf(registry, path);
  if (role === null) return claims.find(({ route }) => isPublic(route) && route.path === claims[0]?.route.path) ?? null;
  const owner = claims.find(({ route }) => isForRole(route.roles, role));
  return owner && hasRight(owner.route.requires, rights) ? owner : null;
}

/** A menu entry with its area. */
export interface MenuItem extends MenuEntry {
  readonly remote: RegisteredRemote;
}

/**
 * Side navigation of an account, by order; entries with the same order by label. With a right `only:…`, the entries of
 * its rights and those for every account, as soon as an area has one that requires it.
 */
export function menuFor(registry: RemoteList, role: UserType | null, rights: readonly string[] = []): MenuItem[] {
  const open = registry.remotes
    .flatMap((remote) => remote.menu.map((entry) => ({ ...entry, remote })))
    .filter((entry) => isForAccount(entry, role, rights));
  // Rights that open nothing are named first.
  const isOwn = ({ requires }: MenuEntry) => requires?.[0]?.startsWith('only:');
  return open
    .filter((entry) => isOwn(entry) || !(open.some(isOwn) && entry.roles))
    .toSorted((a, b) => a.order - b.order || germanOrder(a.label, b.label));
}

/** The area that offers a slot, and the module of its container that draws it; `null` when none does. */
export function slotOwner(registry: RemoteList, slot: string): { remote: RegisteredRemote; expose: string } | null {
  for (const remote of registry.remotes) {
    const offered = remote.slots.find(({ name }) => name === slot);
    if (offered) return { remote, expose: offered.expose };
  }
  return null;
}
