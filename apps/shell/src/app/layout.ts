import { isPublic } from '@nemus/registry';
import type { FrameLayout } from '../frame/PortalFrame';
import type { Place } from '../routing/guard';

/**
 * The frame around a place. Signed-in users keep the sidebar on public pages; while their page loads, the frame is
 * already rendered, to avoid layout shifts.
 *
 * @param signedIn also true while a stored session is being checked
 */
export function layoutOf(place: Place, signedIn: boolean): FrameLayout {
  switch (place.kind) {
    case 'area':
      return place.match.route.layout === 'none' || (isPublic(place.match.route) && !signedIn) ? 'plain' : 'shared';
    case 'registry-missing':
      return signedIn ? 'shared' : 'plain';
    case 'diagnosis':
    case 'profile-missing':
    case 'no-home':
      return 'shared';
    case 'service-unreachable':
    case 'account-blocked':
      return 'plain';
    case 'waiting':
      return signedIn ? 'shared' : 'bare';
    case 'redirect':
    case 'after-sign-in':
    case 'factor':
      return 'bare';
    case 'page':
      return layoutOfPage(place.page, signedIn);
  }
}

function layoutOfPage(page: Extract<Place, { kind: 'page' }>['page'], signedIn: boolean): FrameLayout {
  switch (page) {
    case 'auth':
    case 'resetPassword':
    case 'mailLink':
      return 'bare';
    case 'old':
    case 'oldDashboard':
    case 'gallery':
      return 'plain';
    case 'notFound':
    case 'impressum':
    case 'datenschutz':
    case 'barrierefreiheit':
    case 'agb':
    case 'widerrufsbelehrung':
      return signedIn ? 'shared' : 'plain';
  }
}

/** Document title of a place; null while unknown. */
export function titleOf(place: Place, pageTitles: Readonly<Record<Extract<Place, { kind: 'page' }>['page'], string>>) {
  switch (place.kind) {
    case 'area':
      return place.match.route.title;
    case 'page':
      return pageTitles[place.page];
    case 'diagnosis':
      return 'Diagnose';
    case 'factor':
      return 'Zweiter Faktor';
    case 'profile-missing':
      return 'Profil nicht gefunden';
    case 'account-blocked':
      return 'Konto gesperrt';
    case 'registry-missing':
    case 'service-unreachable':
      return 'Nicht erreichbar';
    case 'no-home':
      return 'Dashboard';
    default:
      return null;
  }
}
