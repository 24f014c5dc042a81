import type { ReactNode } from 'react';
import { MEMBER_ROLE_NAMES, memberRolesText, type MemberRole } from '@nemus/data';
import { ButtonLink, EmptyState, Page } from '@nemus/ui';
import { Link, Outlet } from 'react-router-dom';
import { NoMembership } from './NoMembership';
import { useRoles } from './useRoles';

/**
 * Pages for members with one of these roles; administrators hold all. Others see whose page it is, instead of an empty
 * list.
 */
export function RolePages({
  roles,
  title,
  children = <Outlet />,
}: {
  roles: readonly MemberRole[];
  /** Of the page that others read. */
  title: string;
  /** The page, if it is no route below this one. */
  children?: ReactNode;
}) {
  const { may } = useRoles();
  if (may(...roles)) return <>{children}</>;
  return (
    <Page title={title}>
      <RoleNotice roles={roles} />
    </Page>
  );
}

/** Whose page it is, which roles the account has, and whom to ask. */
export function RoleNotice({ roles }: { roles: readonly MemberRole[] }) {
  const { held } = useRoles();
  if (held.length === 0) return <NoMembership />;
  return (
    <EmptyState
      icon="lock"
      title="Diese Seite ist nicht Teil Ihrer Rolle"
      action={
        <ButtonLink component={Link} to="/dashboard" icon="arrow-left">
          Zum Dashboard
        </ButtonLink>
      }
    >
      {`Sie ist für Mitglieder mit der Rolle ${roleNames(...roles)}. Ihr Konto hat ${
        held.length === 1 ? 'die Rolle' : 'die Rollen'
      } ${memberRolesText(held)}. Brauchen Sie mehr, wenden Sie sich an die Verwaltung Ihrer Weiterbildungsstätte.`}
    </EmptyState>
  );
}

/** „Verwaltung oder Buchung“: administrators may do everything. */
export function roleNames(...roles: readonly MemberRole[]): string {
  const names = [...new Set<MemberRole>(['administration', ...roles])].map((role) => MEMBER_ROLE_NAMES[role]);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} oder ${last}`;
}
