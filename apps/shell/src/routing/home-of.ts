import type { UserType } from '@nemus/contract';
import { matchRoute, type RegistryDocument } from '@nemus/registry';
import { PATHS } from './paths';

/** Name of the area that has the first page after a sign-in, for an account type; null where no area has it. */
export const homeOf = (registry: RegistryDocument, role: UserType | null): string | null =>
  matchRoute(registry, PATHS.home, role)?.remote.name ?? null;
