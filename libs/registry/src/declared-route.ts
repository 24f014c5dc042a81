import { USER_TYPES, type RouteDeclaration, type UserType } from '@nemus/contract';
import { isBelow } from './routes';

/** The route of a remote that decides on a path for an account type; public routes have no account. */
export function declaredRouteAt(
  routes: readonly RouteDeclaration[],
  path: string,
  role: UserType,
): RouteDeclaration | undefined {
  return routes
    .filter(
      (route) => isBelow(path, route.path) && route.access !== 'public' && (route.roles ?? USER_TYPES).includes(role),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
