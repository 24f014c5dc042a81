/** What a member of an institution may be, in the order in which screens list it. */
export const MEMBER_ROLES = ['administration', 'booking', 'billing', 'confirming', 'reading'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** How people read a role. */
export const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, string>> = {
  administration: 'Verwaltung',
  booking: 'Buchung',
  billing: 'Abrechnung',
  confirming: 'Bestätigung',
  reading: 'Lesen',
};
