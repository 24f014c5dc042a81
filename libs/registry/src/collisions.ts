import {
  USER_TYPES,
  type MenuEntry,
  type RemoteDeclaration,
  type RouteDeclaration,
  type UserType,
} from '@nemus/contract';
import { contractProblem } from './compatibility';
import { containerName } from './container';
import type { RegisteredRemote } from './registry';
import { declaredRouteAt } from './declared-route';
import { isBelow } from './routes';

/** Paths of the shell and of the files that it serves; no area can claim them or anything below. */
export const RESERVED_PATHS = [
  '/404',
  '/_gallery',
  '/agb',
  // No area may look like the sign-in.
  '/anmelden',
  '/assets',
  '/auth',
  '/barrierefreiheit',
  '/bestaetigen',
  '/content',
  '/datenschutz',
  '/diagnose',
  '/impressum',
  '/login',
  '/old',
  '/old-dashboard',
  '/reset-password',
  '/widerrufsbelehrung',
] as const;

/** What a remote claims in the portal; only its declaration names the contract. */
export type Claims = Pick<RemoteDeclaration, 'name' | 'team' | 'routes' | 'menu' | 'slots'> &
  Partial<Pick<RemoteDeclaration, 'contract'>>;

/** The last contract without public routes: its shells would refuse the area without a clear reason. */
const BEFORE_PUBLIC = '1.11.0';

type Roles = readonly UserType[] | undefined;

/** Account types that both are for. */
function commonRoles(a: Roles, b: Roles): UserType[] {
  return USER_TYPES.filter((role) => (a ?? USER_TYPES).includes(role) && (b ?? USER_TYPES).includes(role));
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Everyone who sees a menu entry must also be allowed on its page. */
function menuProblems({ routes }: Claims, entry: MenuEntry): string[] {
  const { id, path, requires } = entry;
  const roles: readonly UserType[] = entry.roles ?? USER_TYPES;
  const problems: string[] = [];
  const lost = roles.filter((role) => !declaredRouteAt(routes, path, role));
  if (lost.length > 0) {
    problems.push(
      `The menu entry "${id}" leads ${lost.join(' and ')} to ${path}, which is no route of this remote for them.`,
    );
  }
  const isShut = roles.some((role) => {
    const needed = declaredRouteAt(routes, path, role)?.requires;
    // One right is enough for the entry, so each of them must be enough for the route.
    return needed !== undefined && (requires === undefined || !requires.every((right) => needed.includes(right)));
  });
  if (isShut) {
    problems.push(
      `The menu entry "${id}" is shown to accounts that its route, ${path}, does not let in: it requires less.`,
    );
  }
  return problems;
}

/** A public route is for everyone, and apart from the other paths of its area: a visitor must not get lost in them. */
function publicProblems({ routes, contract }: Claims, { path, access, roles, requires }: RouteDeclaration): string[] {
  if (access !== 'public') return [];
  const below = routes.find((other) => other.path !== path && (isBelow(other.path, path) || isBelow(path, other.path)));
  return [
    ...(roles || requires ? [`The path ${path} is public and has no roles or rights.`] : []),
    ...(below ? [`The public path ${path} and ${below.path} overlap.`] : []),
    ...(contract !== undefined && contractProblem(contract, BEFORE_PUBLIC) === null
      ? [`The path ${path} is public: set contract: '^1.12.0', which older shells name when they refuse the area.`]
      : []),
  ];
}

/**
 * What is wrong with a declaration on its own, one sentence each: reserved or duplicate paths, menu entries that lead
 * nowhere.
 */
export function declarationProblems(claims: Claims): string[] {
  const problems: string[] = [];
  for (const { path } of claims.routes) {
    const reserved = RESERVED_PATHS.find((candidate) => isBelow(path, candidate));
    if (reserved) problems.push(`The path ${path} belongs to the shell (${reserved}).`);
  }
  problems.push(...claims.routes.flatMap((route) => publicProblems(claims, route)));
  claims.routes.forEach((route, index) => {
    const again = claims.routes
      .slice(index + 1)
      .find((other) => other.path === route.path && other.access === route.access);
    const roles = again ? commonRoles(route.roles, again.roles) : [];
    if (roles.length > 0) problems.push(`The path ${route.path} is declared twice for ${roles.join(' and ')}.`);
  });
  problems.push(...claims.menu.flatMap((entry) => menuProblems(claims, entry)));
  for (const slot of duplicates(claims.slots.map(({ name }) => name)))
    problems.push(`The slot "${slot}" is offered twice.`);
  if (claims.slots.some(({ expose }) => expose === './app'))
    problems.push('A slot cannot be drawn by "./app", the area itself.');
  return problems;
}

/**
 * Collisions with registered areas, one sentence each, with the owner's name. Rights do not separate paths: an account
 * may have several, and then two areas would own one path.
 */
export function collisionProblems(claims: Claims, registered: readonly RegisteredRemote[]): string[] {
  const problems: string[] = [];
  for (const other of registered) {
    if (other.name === claims.name) {
      if (other.team !== claims.team)
        problems.push(`The remote "${other.name}" belongs to team ${other.team}, not to ${claims.team}.`);
      continue;
    }
    const owner = `${other.name} (team ${other.team})`;
    for (const route of claims.routes) {
      for (const taken of other.routes) {
        const roles = commonRoles(route.roles, taken.roles);
        if (roles.length > 0 && (isBelow(route.path, taken.path) || isBelow(taken.path, route.path))) {
          problems.push(`The path ${route.path} overlaps ${taken.path} of ${owner} for ${roles.join(' and ')}.`);
        }
      }
    }
    for (const entry of claims.menu) {
      const taken = other.menu.find(({ id, roles }) => id === entry.id && commonRoles(entry.roles, roles).length > 0);
      if (taken) problems.push(`The menu entry "${entry.id}" exists already in ${owner}.`);
    }
    for (const { name } of claims.slots) {
      if (other.slots.some((slot) => slot.name === name))
        problems.push(`The slot "${name}" is offered already by ${owner}.`);
    }
  }
  return problems;
}

/** One sentence about another release whose container has the same global name; `null` when the name is free. */
export function containerProblem(
  remote: string,
  container: string,
  registered: readonly RegisteredRemote[],
): string | null {
  for (const other of registered) {
    if (other.name === remote) continue;
    const pointers = [other.stable, ...(other.canary ? [other.canary.pointer] : []), ...other.lastGood];
    const taken = pointers.find(({ version }) => containerName(other.name, version) === container);
    if (taken) return `The container name ${container} is that of ${other.name} ${taken.version}.`;
  }
  return null;
}
