/** What a member of an institution may be, in the order in which screens list it. */
export declare const MEMBER_ROLES: readonly ['administration', 'booking', 'billing', 'confirming', 'reading'];
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** How people read a role. */
export declare const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, string>>;
