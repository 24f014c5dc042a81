import { lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { menuFor } from '@nemus/registry';
import { AppFrame, Banner, Box, Button, Logo, PageFooter, SkipLink, TopBar, useMobile } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
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

/** `shared`: next to the sidebar. `plain`: with a simple header and the legal footer. `bare`: only the page. */
export type FrameLayout = 'shared' | 'plain' | 'bare';

/**
 * Everything around a page: skip link, sidebar, `<main>`, footer. One component for every layout, so that an area with
 * and without the sidebar stays mounted.
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
  usePageFocus(main, navigation.port);
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

/** Usually null: the banner loads with the first override. */
function Override({ hasTopBar }: { hasTopBar: boolean }) {
  const state = useStore(usePortal().overrides.store);
  if (state.status === 'none' || state.status === 'checking') return null;
  return (
    <Suspense>
      <OverrideBanner state={state} hasTopBar={hasTopBar} />
    </Suspense>
  );
}

/** (S-2.20) Offline, pages keep showing their data; a retry is pointless. */
function OfflineBanner() {
  return <Banner tone="warning">Sie sind offline und sehen, was zuletzt gelesen wurde.</Banner>;
}

/** The areas on the page come from the last available registry. */
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

/** An area is left out: its entry in the store is not signed by its team, or outdated. */
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

/** The drawer closes over the chosen page, and after Back. */
function useDrawerClosed(close: () => void) {
  const { key } = useLocation();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => latest.current(), [key]);
}
