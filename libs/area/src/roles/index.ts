/** What the roles of an institution's member let a page offer, and whom it names for the rest. */
export { NoMembership } from './NoMembership';
export { RoleNotice, RolePages, roleNames } from './RolePages';
export { useOnlyConfirms } from './useOnlyConfirms';
export { rolesOf, useRoles, type Roles } from './useRoles';
