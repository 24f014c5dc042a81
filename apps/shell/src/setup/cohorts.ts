import type { Profile } from '@nemus/contract';

/**
 * Groups that a canary can be shown to first: the account type, and `staff` for whoever has a right of staff. They open
 * nothing: which release an account gets is no secret and no right.
 */
export function cohortsOf(profile: Pick<Profile, 'userType' | 'rights'> | null): string[] {
  if (!profile) return [];
  const isStaff = profile.rights.some((right) => right.startsWith('staff:'));
  return isStaff ? [profile.userType, 'staff'] : [profile.userType];
}
