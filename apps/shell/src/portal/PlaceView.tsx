import { useLayoutEffect } from 'react';
import { lateComponent } from '@nemus/contract/react';
import { FullPageSpinner } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { AreaOutlet } from '../area/AreaOutlet';
import { AuthPage } from '../pages/auth/AuthPage';
import { LegalPage } from '../pages/legal/LegalPage';
import { ResetPasswordPage } from '../pages/reset-password/ResetPasswordPage';
import {
  NoHomePage,
  NotFoundPage,
  ProfileMissingPage,
  RegistryMissingPage,
  ServiceUnreachablePage,
} from '../pages/StatusPages';
import type { Place } from '../routing/guard';
import { PATHS, type PublicPage } from '../routing/paths';
import { afterSignIn, returnState } from '../routing/return-to';
import { usePortal, useSessionState } from './portal-context';

const InvitationPage = lateComponent(() => import('../pages/invitation/InvitationPage'), FullPageSpinner);
const OldPortalPage = lateComponent(() => import('../pages/old/OldPortalPage'), FullPageSpinner);
const WithdrawalPage = lateComponent(() => import('../pages/withdrawal/WithdrawalPage'), FullPageSpinner);
const DiagnosisPage = lateComponent(() => import('../diagnosis/DiagnosisPage'), FullPageSpinner);
const GalleryPage = lateComponent(() => import('../pages/GalleryPage'), FullPageSpinner);

/** Draws what the guard decided. */
export function PlaceView({ place }: { place: Place }) {
  switch (place.kind) {
    case 'page':
      return place.page === 'auth' ? <AuthPage /> : <PublicPageView page={place.page} />;
    case 'area':
      return <AreaOutletOf place={place} />;
    case 'diagnosis':
      return <DiagnosisPage />;
    case 'waiting':
      return <FullPageSpinner />;
    case 'redirect':
      return <Redirect to={place.to} remember={place.remember} />;
    case 'after-sign-in':
      return <AfterSignIn />;
    case 'invitation':
      return <InvitationPage />;
    case 'service-unreachable':
      return <ServiceUnreachablePage />;
    case 'profile-missing':
      return <ProfileMissingPage />;
    case 'registry-missing':
      return <RegistryMissingPage />;
    case 'no-home':
      return <NoHomePage />;
  }
}

/** An account's areas end with its session, and an override with its reset: what comes after gets new roots. */
function AreaOutletOf({ place: { match } }: { place: Extract<Place, { kind: 'area' }> }) {
  const { user } = useSessionState();
  const { overrides } = usePortal();
  const { name } = match.remote;
  const override = useStore(overrides.store, (state) =>
    'override' in state && state.override.remote === name ? state.id : '',
  );
  return <AreaOutlet key={`${name}/${user?.id ?? ''}/${override}`} remote={match.remote} title={match.route.title} />;
}

function PublicPageView({ page }: { page: PublicPage }) {
  switch (page) {
    case 'resetPassword':
      return <ResetPasswordPage />;
    case 'notFound':
      return <NotFoundPage />;
    case 'old':
    case 'oldDashboard':
      return <OldPortalPage />;
    case 'gallery':
      return <GalleryPage />;
    case 'withdrawal':
      return <WithdrawalPage />;
    case 'impressum':
    case 'datenschutz':
    case 'barrierefreiheit':
    case 'agb':
    case 'widerrufsbelehrung':
      return <LegalPage key={page} page={page} />;
  }
}

/** Leads on without a trace in the history, and before anything of this place is painted. */
function Redirect({ to, remember }: { to: string; remember: boolean }) {
  const { navigation, lastUserId } = usePortal();
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    navigation.redirect(to, remember ? returnState(pathname + search + hash, lastUserId()) : null);
  }, [navigation, lastUserId, to, remember, pathname, search, hash]);
  return <FullPageSpinner />;
}

/** `/auth` with a session: opens the page that was asked for before the sign-in, or the dashboard. */
function AfterSignIn() {
  const { navigation } = usePortal();
  const { user } = useSessionState();
  const { state } = useLocation();
  const to = user ? afterSignIn(state, user.id, window.location.origin) : PATHS.home;
  useLayoutEffect(() => navigation.redirect(to), [navigation, to]);
  return <FullPageSpinner />;
}
