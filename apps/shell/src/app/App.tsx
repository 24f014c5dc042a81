import { useEffect } from 'react';
import { lateComponent, PortRouter } from '@nemus/contract/react';
import { normalizePath } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
import { SESSION_KEY } from '@nemus/start';
import { FullPageSpinner, NemusTheme } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { localStore } from '@nemus/host/browser/storage';
import { PortalFrame } from '../frame/PortalFrame';
import { useDocumentTitle } from '../frame/useDocumentTitle';
import { useScrollPosition } from '../frame/useScrollPosition';
import { Toasts } from '../notices/Toasts';
import { SessionEndedDialog } from '../session-ended/SessionEndedDialog';
import { PAGE_TITLES, PATHS } from '../routing/paths';
import { layoutOf, titleOf } from './layout';
import { ShellErrorBoundary } from './ShellErrorBoundary';
import { publicAreaOf, useOwnDocument } from './useOwnDocument';
import { useRequiredFactor } from './useRequiredFactor';
import { usePageScheme } from './usePageScheme';
import { placeAt } from '../routing/place';
import { PlaceView } from './PlaceView';
import { PortalProvider, usePortal, useRegistryState, useSessionState } from '../portal/portal-context';
import type { Portal } from '../portal/portal';

const DeleteAccountDialog = lateComponent(
  () => import(/* webpackChunkName: "auth" */ '../password/DeleteAccountDialog'),
  () => null,
);

const ProvePasswordDialog = lateComponent(
  () => import(/* webpackChunkName: "auth" */ '../password/ProvePasswordDialog'),
  () => null,
);

const DiscardDialog = lateComponent(
  () => import('../sign-out/DiscardDialog'),
  () => null,
);

/** The running shell. */
export function App({ portal }: { portal: Portal }) {
  const preference = useStore(portal.colorScheme.store);
  usePageScheme(portal.colorScheme.port);
  return (
    <NemusTheme colorScheme={preference}>
      <PortalProvider value={portal}>
        <PortRouter navigation={portal.navigation.port} basePath="/">
          <CurrentPlace />
          <Toasts />
        </PortRouter>
      </PortalProvider>
    </NemusTheme>
  );
}

function CurrentPlace() {
  const { config, navigation, telemetry, deletion, proof, discarding } = usePortal();
  const location = useLocation();
  const { pathname } = location;
  const session = useSessionState();
  const registry = useRegistryState();
  const isDeleting = useStore(deletion.store, ({ isOpen }) => isOpen);
  const isProving = useStore(proof.store, ({ isOpen }) => isOpen);
  const isDiscarding = useStore(discarding.store, ({ isOpen }) => isOpen);
  useRegistryUpdates();
  useScrollPosition(navigation);

  const place = placeAt(location, { session, registry, config });
  useRequiredFactor(place);
  useDocumentTitle(titleOf(place, PAGE_TITLES));
  if (!useOwnDocument(place)) return <FullPageSpinner />;
  // The gallery has its own frame.
  if (place.kind === 'page' && place.page === 'gallery') return <PlaceView place={place} />;
  return (
    <>
      <PortalFrame layout={layoutOf(place, isSignedIn(session.status, pathname))}>
        <ShellErrorBoundary telemetry={telemetry} place={pathname}>
          <PlaceView place={place} />
        </ShellErrorBoundary>
      </PortalFrame>
      {/* A public route needs no session, and its code must not see a password. */}
      {publicAreaOf(place) === null ? (
        <ShellErrorBoundary telemetry={telemetry} place={pathname}>
          <SessionEndedDialog />
        </ShellErrorBoundary>
      ) : null}
      {isDeleting ? <DeleteAccountDialog /> : null}
      {isProving ? <ProvePasswordDialog /> : null}
      {isDiscarding ? <DiscardDialog /> : null}
    </>
  );
}

/** Whether the account's frame surrounds the page. A stored session is nearly always valid; the guard decides later. */
function isSignedIn(status: SessionState['status'], pathname: string): boolean {
  if (status !== 'loading') return status === 'signed-in';
  return normalizePath(pathname) !== PATHS.auth && localStore.getItem(SESSION_KEY) !== null;
}

/** How often an open page refreshes the registry, to notice switched-off areas. Milliseconds. */
const ASK_EVERY = 5 * 60_000;

function useRegistryUpdates() {
  const { registry } = usePortal();
  useEffect(() => {
    // A start with an account has requested it before the first render.
    if (registry.store.getState().status === 'loading') void registry.refresh();
    const ask = () => {
      if (document.visibilityState === 'visible') void registry.refresh();
    };
    const timer = setInterval(ask, ASK_EVERY);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [registry]);
}
