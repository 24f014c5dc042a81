import { MEMBER_ROLE_NAMES, memberRolesText, type MemberRole } from '@nemus/data';
import { ButtonLink, EmptyState, Page } from '@nemus/ui';
import { Link, Outlet } from 'react-router-dom';
import { paths } from '../paths';
import { NoMembership } from './NoMembership';
import { useRoles } from './useRoles';

/**
 * Pages for members with one of these roles; administrators hold all. Others see whose page it is, instead of an empty
 * list.
 */
export function RolePages({
  roles,
  title,
}: {
  roles: readonly MemberRole[];
  /** Of the page that others read. */
  title: string;
}) {
  const { held, may } = useRoles();
  if (may(...roles)) return <Outlet />;
  return (
    <Page title={title}>
      {held.length === 0 ? (
        <NoMembership />
      ) : (
        <EmptyState
          icon="lock"
          title="Diese Seite ist nicht Teil Ihrer Rolle"
          action={
            <ButtonLink component={Link} to={paths.dashboard} icon="arrow-left">
              Zum Dashboard
            </ButtonLink>
          }
        >
          {`Sie ist für Mitglieder mit der Rolle ${namesOf(roles)}. Ihr Konto hat ${
            held.length === 1 ? 'die Rolle' : 'die Rollen'
          } ${memberRolesText(held)}. Brauchen Sie mehr, wenden Sie sich an die Verwaltung Ihrer Weiterbildungsstätte.`}
        </EmptyState>
      )}
    </Page>
  );
}

/** „Verwaltung oder Buchung“: administration opens every page. */
function namesOf(roles: readonly MemberRole[]): string {
  const names = [...new Set<MemberRole>(['administration', ...roles])].map((role) => MEMBER_ROLE_NAMES[role]);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} oder ${last}`;
}
