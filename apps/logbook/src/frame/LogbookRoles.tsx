import type { ReactNode } from 'react';
import { RoleNotice, useRoles } from '@nemus/area/roles';
import { Outlet } from 'react-router-dom';
import { LogbookPage } from './LogbookPage';

/** The institution's pages of the logbook, for members who confirm or read. Others keep the way to their inbox. */
export function LogbookRoles({ children = <Outlet /> }: { children?: ReactNode }) {
  const { may } = useRoles();
  if (may('confirming', 'reading')) return <>{children}</>;
  return (
    <LogbookPage title="Logbuch">
      <RoleNotice roles={['confirming', 'reading']} />
    </LogbookPage>
  );
}
