import { useMemo } from 'react';
import type { Profile } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { memberRoleSchema, type MemberRole } from '@nemus/data';

/** How a right of a member is named in `Profile.rights`. */
const RIGHT = 'member:';

/** The account's roles in its current institution. */
export interface Roles {
  readonly held: readonly MemberRole[];
  /** Whether the account has one of these roles; administrators have all. */
  readonly may: (...wanted: readonly MemberRole[]) => boolean;
}

/**
 * The roles of the signed-in account, as provided by the shell. A shell of a contract below 1.8 provides none: then
 * nothing is hidden, and the database, which always checks, refuses (decision record 0036).
 */
export function rolesOf(profile: Pick<Profile, 'rights' | 'institutionId'> | null): Roles {
  const rights = profile?.rights ?? [];
  const told = rights.flatMap((right) => {
    const role = memberRoleSchema.safeParse(right.startsWith(RIGHT) ? right.slice(RIGHT.length) : null);
    return role.success ? [role.data] : [];
  });
  // Administrators have all of them, which one word expresses.
  const held: readonly MemberRole[] = told.includes('administration') ? ['administration'] : told;
  const untold = profile?.institutionId === undefined;
  return {
    held,
    may: (...wanted) => untold || held.includes('administration') || wanted.some((role) => held.includes(role)),
  };
}

/** {@link rolesOf} the signed-in account. */
export function useRoles(): Roles {
  const { profile } = useSession();
  return useMemo(() => rolesOf(profile), [profile]);
}
