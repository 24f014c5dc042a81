import type { UserType } from '@nemus/contract';
import { matchRoute, type RegistryDocument } from '@nemus/registry';
import { PATHS } from './paths';

/** Name of the area with the first page after a sign-in, for an account type; null if there is none. */
export const homeOf = (registry: RegistryDocument, role: UserType | null): string | null =>
  matchRoute(registry, PATHS.home, role)?.remote.name ?? null;
