import { heldRoles, memberRoleWords, type OrganisationMember } from '@nemus/data';

/** Why the last administrator keeps the role; the database refuses in any case. */
const LAST = 'Letztes Mitglied der Verwaltung: Geben Sie diese Rolle zuerst einem anderen Mitglied.';
const FOUNDER = 'Hat die Weiterbildungsstätte angelegt und bleibt in der Verwaltung, bis die Person selbst geht.';

/** What a member can no longer do, one line for each role. */
export const lostAbilities = ({ roles }: OrganisationMember): readonly string[] =>
  heldRoles(roles).map((role) => {
    const { label, may } = memberRoleWords(role);
    return `${label}: ${may}`;
  });

const administers = ({ roles, is_blocked: isBlocked }: OrganisationMember) =>
  roles.includes('administration') && !isBlocked;

/** Why a member's roles are fixed and it cannot be removed; null when both are possible. */
export function reasonForLockedRoles(
  member: OrganisationMember,
  members: readonly OrganisationMember[],
): string | null {
  if (member.is_founder && !member.is_own) return FOUNDER;
  const others = members.filter(({ user_id: id }) => id !== member.user_id);
  return administers(member) && !others.some(administers) ? LAST : null;
}
