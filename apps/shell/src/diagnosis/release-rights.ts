import type { Profile } from '@nemus/contract';

/** The right of operators; the database checks it again. */
export const OPERATOR = 'release:operator';

/** Whether the account is an operator or in a team that releases. */
export function isReleaser(profile: Profile | null): boolean {
  return profile?.rights.some((right) => right.startsWith('release:')) ?? false;
}
