import type { FrameLayout } from '../frame/PortalFrame';
import type { Place } from '../routing/guard';

/**
 * What stands around a place. Public pages keep the sidebar for those who are signed in; while a signed-in account
 * waits for its page, the frame stands already, so that nothing moves when the page comes.
 *
 * @param signedIn also true while a stored session is being looked at
 */
export function layoutOf(place: Place, signedIn: boolean): FrameLayout {
  switch (place.kind) {
    case 'area':
      return place.match.route.layout === 'none' ? 'plain' : 'shared';
    case 'diagnosis':
    case 'profile-missing':
    case 'registry-missing':
    case 'no-home':
      return 'shared';
    case 'service-unreachable':
    case 'account-blocked':
      return 'plain';
    case 'waiting':
      return signedIn ? 'shared' : 'bare';
    case 'redirect':
    case 'after-sign-in':
    case 'invitation':
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
    case 'deleteAccount':
    case 'mailLink':
    case 'membership':
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
    case 'withdrawal':
    case 'certificate':
    case 'signOff':
    case 'unsubscribe':
      return signedIn ? 'shared' : 'plain';
  }
}

/** Title of a place for the document; null while it is not known. */
export function titleOf(place: Place, pageTitles: Readonly<Record<Extract<Place, { kind: 'page' }>['page'], string>>) {
  switch (place.kind) {
    case 'area':
      return place.match.route.title;
    case 'page':
      return pageTitles[place.page];
    case 'diagnosis':
      return 'Diagnose';
    case 'invitation':
      return 'Einladung';
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
