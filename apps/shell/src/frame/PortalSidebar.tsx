import { isBelow, type MenuItem } from '@nemus/registry';
import { Box, Logo, LogoMark, SidebarFooter, SidebarFrame, SidebarItem, SidebarList, useSingleRun } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { usePortal, useSessionState } from '../portal/portal-context';
import { NotificationBell } from '../notifications/NotificationBell';
import { PaletteButton } from '../palette/PaletteButton';
import { PATHS } from '../routing/paths';
import { isReleaser } from '../diagnosis/release-rights';
import { accountLabel } from './account-label';
import { ColorSchemeMenu } from './ColorSchemeMenu';
import { HomeLink } from './HomeLink';
import { MenuEntries } from './MenuEntries';
import type { SidebarState } from './useSidebar';

/** Side navigation: the registry's menu for the role, and the account. */
export function PortalSidebar({
  menu,
  state,
  mobile,
  onSearch,
}: {
  menu: readonly MenuItem[];
  state: SidebarState;
  mobile: boolean;
  /** Opens the palette; null without one. */
  onSearch: (() => void) | null;
}) {
  const { leave } = usePortal();
  const { profile, user } = useSessionState();
  const { pathname } = useLocation();
  const { name, detail } = accountLabel(profile, user?.email ?? '');

  const signOut = useSingleRun(leave);

  return (
    <SidebarFrame
      header={
        <>
          <HomeLink to={PATHS.home} label="Nemus, zum Dashboard" onClick={state.closeDrawer}>
            {state.collapsed && !mobile ? <LogoMark size={30} /> : <Logo size={30} />}
          </HomeLink>
          {mobile ? null : (
            <Box component="span" sx={state.collapsed ? {} : { marginInlineStart: 'auto' }}>
              <NotificationBell size="small" />
            </Box>
          )}
        </>
      }
      tools={onSearch && !mobile ? <PaletteButton onOpen={onSearch} /> : null}
      footer={
        <SidebarFooter
          name={name}
          detail={detail}
          onSignOut={() => void signOut.start()}
          signingOut={signOut.running}
          actions={<ColorSchemeMenu />}
        />
      }
      collapsed={state.collapsed}
      onToggle={state.toggle}
      drawerOpen={state.drawerOpen}
      onDrawerClose={state.closeDrawer}
    >
      <MenuEntries menu={menu} onOpen={state.closeDrawer} />
      {isReleaser(profile) ? (
        <SidebarList>
          <SidebarItem
            component={Link}
            to={PATHS.diagnosis}
            icon="security"
            label="Diagnose"
            active={isBelow(pathname, PATHS.diagnosis)}
            onClick={state.closeDrawer}
          />
        </SidebarList>
      ) : null}
    </SidebarFrame>
  );
}
