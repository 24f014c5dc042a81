import { useLayoutEffect, useState } from 'react';
import { lateComponent } from '@nemus/contract/react';
import { FullPageSpinner } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { AreaOutlet } from '../area/AreaOutlet';
import { LateAuthPage } from '../pages/auth/late-auth';
import {
  AccountBlockedPage,
  NoHomePage,
  NotFoundPage,
  ProfileMissingPage,
  RegistryMissingPage,
  ServiceUnreachablePage,
} from '../pages/StatusPages';
import { useFirstForm } from '../first-form/first-form';
import type { Place } from '../routing/guard';
import { PATHS, type PublicPage } from '../routing/paths';
import { afterSignIn, returnState } from '../routing/return-to';
import { usePortal, useSessionState } from '../portal/portal-context';

const FactorPage = lateComponent(
  () => import(/* webpackChunkName: "auth" */ '../pages/auth/FactorPage'),
  FullPageSpinner,
);
const LegalPage = lateComponent(() => import('../pages/legal/LegalPage'), FullPageSpinner);
const OldPortalPage = lateComponent(() => import('../pages/old/OldPortalPage'), FullPageSpinner);
const MailLinkPage = lateComponent(() => import('../pages/mail-link/MailLinkPage'), FullPageSpinner);
const ResetPasswordPage = lateComponent(() => import('../pages/reset-password/ResetPasswordPage'), FullPageSpinner);
const DiagnosisPage = lateComponent(() => import('../diagnosis/DiagnosisPage'), FullPageSpinner);
const GalleryPage = lateComponent(() => import('../pages/GalleryPage'), FullPageSpinner);

/** Renders what the guard decided. */
export function PlaceView({ place }: { place: Place }) {
  const signedInHere = useSignedInHere(place);
  switch (place.kind) {
    case 'page':
      return place.page === 'auth' ? <LateAuthPage /> : <PublicPageView page={place.page} />;
    case 'area':
      return <AreaOutletOf place={place} />;
    case 'diagnosis':
      return <DiagnosisPage />;
    case 'waiting':
      return <FullPageSpinner />;
    case 'redirect':
      return <Redirect {...place} />;
    case 'after-sign-in':
      return <AfterSignIn signedInHere={signedInHere} />;
    case 'factor':
      return <FactorPage />;
    case 'service-unreachable':
      return <ServiceUnreachablePage />;
    case 'profile-missing':
      return <ProfileMissingPage />;
    case 'account-blocked':
      return <AccountBlockedPage />;
    case 'registry-missing':
      return <RegistryMissingPage />;
    case 'no-home':
      return <NoHomePage />;
  }
}

/** Whether the sign-in page was shown when the session started. Opening `/auth` with a session is not a sign-in. */
function useSignedInHere(place: Place): boolean {
  const firstForm = useFirstForm();
  const [seen, setSeen] = useState(() => ({ place, signedInHere: isAfterSignIn(place) && firstForm.hasBegun }));
  if (seen.place === place) return seen.signedInHere;
  const { kind } = seen.place;
  const wasSignIn = kind === 'factor' || (kind === 'page' && seen.place.page === 'auth');
  const signedInHere = isAfterSignIn(place) && (wasSignIn || seen.signedInHere);
  setSeen({ place, signedInHere });
  return signedInHere;
}

const isAfterSignIn = ({ kind }: Place) => kind === 'after-sign-in';

/**
 * An account's areas end with its session, and an override with its reset: afterwards areas get new roots. A public
 * route has no session that could end.
 */
function AreaOutletOf({ place: { match } }: { place: Extract<Place, { kind: 'area' }> }) {
  const { user } = useSessionState();
  const { overrides } = usePortal();
  const { name } = match.remote;
  const { access, title } = match.route;
  const override = useStore(overrides.store, (state) =>
    'override' in state && state.override.remote === name ? state.id : '',
  );
  const reader = access ?? user?.id ?? '';
  return <AreaOutlet key={`${name}/${reader}/${override}`} remote={match.remote} title={title} access={access} />;
}

function PublicPageView({ page }: { page: PublicPage }) {
  switch (page) {
    case 'resetPassword':
      return <ResetPasswordPage />;
    case 'mailLink':
      return <MailLinkPage />;
    case 'notFound':
      return <NotFoundPage />;
    case 'old':
    case 'oldDashboard':
      return <OldPortalPage />;
    case 'gallery':
      return <GalleryPage />;
    case 'impressum':
    case 'datenschutz':
    case 'barrierefreiheit':
    case 'agb':
    case 'widerrufsbelehrung':
      return <LegalPage key={page} />;
  }
}

/** Redirects without a history entry, and before anything of this place is painted. */
function Redirect({ to, remember, missed }: Extract<Place, { kind: 'redirect' }>) {
  const { navigation, telemetry, lastUserId } = usePortal();
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    if (missed) telemetry.report({ name: 'not-found', message: pathname });
    navigation.redirect(to, remember ? returnState(pathname + search + hash, lastUserId()) : null);
  }, [navigation, telemetry, lastUserId, to, remember, missed, pathname, search, hash]);
  return <FullPageSpinner />;
}

/** `/auth` with a session: the dashboard, or after a sign-in here the page requested before it. */
function AfterSignIn({ signedInHere }: { signedInHere: boolean }) {
  const { navigation } = usePortal();
  const { user } = useSessionState();
  const { state } = useLocation();
  const to = user && signedInHere ? afterSignIn(state, user.id, window.location.origin) : PATHS.home;
  useLayoutEffect(() => navigation.redirect(to), [navigation, to]);
  return <FullPageSpinner />;
}
