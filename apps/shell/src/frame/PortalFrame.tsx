import { lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { menuFor } from '@nemus/registry';
import { AppFrame, Banner, Box, Button, Logo, PageFooter, SkipLink, TopBar, useMobile } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { useFirstArea } from '../portal/first-area-context';
import { usePortal, useRegistryState, useSessionState } from '../portal/portal-context';
import { useRegistryRefresh } from '../portal/useRegistryRefresh';
import { NotificationBell } from '../notifications/NotificationBell';
import { PaletteIconButton } from '../palette/PaletteButton';
import { usePalette } from '../palette/usePalette';
import { PATHS } from '../routing/paths';
import { statedRole } from '../routing/stated-role';
import { HomeLink } from './HomeLink';
import { LegalLinks } from './LegalLinks';
import { PortalSidebar } from './PortalSidebar';
import { PublicHeader } from './PublicHeader';
import { useOnline } from './useOnline';
import { usePageFocus } from './usePageFocus';
import { useSidebar } from './useSidebar';

const OverrideBanner = lazy(() => import('../diagnosis/override/OverrideBanner'));

/** `shared`: beside the sidebar. `plain`: with a simple head and the legal footer. `bare`: nothing but the page. */
export type FrameLayout = 'shared' | 'plain' | 'bare';

/**
 * Everything around a page: skip link, sidebar, `<main>`, footer. One component for every layout, so that an area
 * that owns pages with and without the sidebar stays mounted between them.
 */
export function PortalFrame({ layout, children }: { layout: FrameLayout; children: ReactNode }) {
  const { navigation } = usePortal();
  const { document: registryDocument, stale, refused } = useRegistryState();
  const { profile, user } = useSessionState();
  const mobile = useMobile();
  const sidebar = useSidebar(mobile);
  const isOnline = useOnline();
  const palette = usePalette();
  const main = useRef<HTMLElement>(null);
  usePageFocus(main, navigation.port, useFirstArea()?.pathname);
  useDrawerClosed(sidebar.closeDrawer);

  const shared = layout === 'shared';
  const role = profile?.userType ?? statedRole(user);
  const rights = profile?.rights;
  const menu = useMemo(
    () => (registryDocument ? menuFor(registryDocument, role, rights) : []),
    [registryDocument, role, rights],
  );
  return (
    <>
      <SkipLink />
      <AppFrame
        sidebar={shared ? <PortalSidebar menu={menu} state={sidebar} mobile={mobile} onSearch={palette.open} /> : null}
        topBar={
          shared ? (
            <TopBar
              onMenu={sidebar.openDrawer}
              menuOpen={sidebar.drawerOpen}
              end={
                <>
                  {palette.open ? <PaletteIconButton onOpen={palette.open} /> : null}
                  {mobile ? <NotificationBell /> : null}
                </>
              }
            >
              <HomeLink to={PATHS.home} label="Nemus, zum Dashboard">
                <Logo size={26} />
              </HomeLink>
            </TopBar>
          ) : null
        }
      >
        {palette.dialog}
        {layout === 'bare' ? null : <Override hasTopBar={shared} />}
        {layout === 'plain' ? <PublicHeader /> : null}
        {shared && !isOnline ? <OfflineBanner /> : null}
        {shared && isOnline && stale && registryDocument ? <StaleBanner /> : null}
        {shared && refused.length > 0 ? <RefusedBanner /> : null}
        <Box component="main" id="inhalt" tabIndex={-1} ref={main} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          {children}
        </Box>
        {layout === 'bare' ? null : (
          <PageFooter>
            <LegalLinks />
          </PageFooter>
        )}
      </AppFrame>
    </>
  );
}

/** Nothing for almost everybody: the banner is loaded with the first override. */
function Override({ hasTopBar }: { hasTopBar: boolean }) {
  const state = useStore(usePortal().overrides.store);
  if (state.status === 'none' || state.status === 'checking') return null;
  return (
    <Suspense>
      <OverrideBanner state={state} hasTopBar={hasTopBar} />
    </Suspense>
  );
}

/** (S-2.20) Without a connection, pages show what they have read while they were open; asking again is of no use. */
function OfflineBanner() {
  return <Banner tone="warning">Sie sind offline und sehen, was zuletzt gelesen wurde.</Banner>;
}

/** The areas on the page are those of the last registry that could be had. */
function StaleBanner() {
  const { refreshing, refresh } = useRegistryRefresh();
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" loading={refreshing} onClick={() => void refresh()}>
          Erneut verbinden
        </Button>
      }
    >
      Das Portal ist gerade nur eingeschränkt erreichbar. Sie sehen den letzten bekannten Stand.
    </Banner>
  );
}

/** An area is left out: what the store says about it did not come from its team, or is out of date. */
function RefusedBanner() {
  const { config } = usePortal();
  const { refreshing, refresh } = useRegistryRefresh();
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" loading={refreshing} onClick={() => void refresh()}>
          Erneut prüfen
        </Button>
      }
    >
      Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte. Ihre Daten sind davon nicht betroffen.
      Bleibt es dabei, schreiben Sie an {config.supportEmail}.
    </Banner>
  );
}

/** The drawer does not stay open over the page that was chosen in it, nor over one that Back led to. */
function useDrawerClosed(close: () => void) {
  const { key } = useLocation();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => latest.current(), [key]);
}
