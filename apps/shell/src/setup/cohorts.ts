import type { Profile } from '@nemus/contract';

/**
 * Groups for canaries: the account type, and `staff` for accounts with a staff right. They grant nothing: an account's
 * release is neither a secret nor a right.
 */
export function cohortsOf(profile: Pick<Profile, 'userType' | 'rights'> | null): string[] {
  if (!profile) return [];
  const isStaff = profile.rights.some((right) => right.startsWith('staff:'));
  return isStaff ? [profile.userType, 'staff'] : [profile.userType];
}
