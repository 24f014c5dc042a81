import { isBelow } from '@nemus/registry';

/** Paths of the shell itself. Those of areas come from the registry alone. */
export const PATHS = {
  start: '/',
  auth: '/auth',
  resetPassword: '/reset-password',
  /** Deletes the account; the profile leads there. */
  deleteAccount: '/konto-loeschen',
  /** Where every mail's link leads; the mail templates name it too. */
  mailLink: '/bestaetigen',
  /** Where an invitation is accepted or declined. */
  invitation: '/einladung',
  /** Where somebody answers an invitation to act for an institution; the function that mails it names it too. */
  membership: '/mitglied-werden',
  notFound: '/404',
  old: '/old',
  oldDashboard: '/old-dashboard',
  impressum: '/impressum',
  datenschutz: '/datenschutz',
  barrierefreiheit: '/barrierefreiheit',
  agb: '/agb',
  widerrufsbelehrung: '/widerrufsbelehrung',
  withdrawal: '/widerruf',
  /** Whether a certificate is genuine; its number stands below. Printed on papers: it stays as it is. */
  certificate: '/zertifikat',
  /** Where somebody without an account confirms entries of a logbook; the function that mails links names it too. */
  signOff: '/logbuch-bestaetigen',
  /** Where mails of news are unsubscribed from; the functions that send them name it too. */
  unsubscribe: '/abbestellen',
  gallery: '/_gallery',
  /** What this browser runs, for people who release. */
  diagnosis: '/diagnose',
  /** Where a second factor is set up; the area of the account owns it. */
  security: '/account/security',
  /** Where every account begins; which area owns it depends on the role. */
  home: '/dashboard',
} as const;

/** Pages that the shell draws, and that everybody may open. */
export type PublicPage = Exclude<
  keyof typeof PATHS,
  'start' | 'auth' | 'invitation' | 'home' | 'diagnosis' | 'security'
>;

const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  [PATHS.resetPassword]: 'resetPassword',
  [PATHS.deleteAccount]: 'deleteAccount',
  [PATHS.mailLink]: 'mailLink',
  [PATHS.membership]: 'membership',
  [PATHS.notFound]: 'notFound',
  [PATHS.old]: 'old',
  [PATHS.oldDashboard]: 'oldDashboard',
  [PATHS.impressum]: 'impressum',
  [PATHS.datenschutz]: 'datenschutz',
  [PATHS.barrierefreiheit]: 'barrierefreiheit',
  [PATHS.agb]: 'agb',
  [PATHS.widerrufsbelehrung]: 'widerrufsbelehrung',
  [PATHS.withdrawal]: 'withdrawal',
  [PATHS.signOff]: 'signOff',
  [PATHS.unsubscribe]: 'unsubscribe',
};

/** The public page at a normalized path, or null. The gallery exists on a developer's machine alone. */
export function publicPageAt(path: string, environment: string): PublicPage | null {
  if (path === PATHS.gallery) return environment === 'local' ? 'gallery' : null;
  if (isBelow(path, PATHS.certificate)) return 'certificate';
  return Object.hasOwn(PUBLIC_PAGES, path) ? (PUBLIC_PAGES[path] ?? null) : null;
}

/** Paths of an earlier menu that stay usable (S-2.5). */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/book-seminars': '/course-bookings',
  '/reports': '/purchases',
};

/** Where a path of an earlier menu is today, or null. */
export function redirectTarget(path: string): string | null {
  return Object.hasOwn(REDIRECTS, path) ? (REDIRECTS[path] ?? null) : null;
}

/**
 * Whether a path could name a page at all. One that cannot be decoded, or that hides a line break or another control
 * character, matches no route of any router, not even the one for everything else, and would leave a page empty.
 */
export function isReadable(path: string): boolean {
  try {
    return !/[\p{Cc}\u2028\u2029]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Document titles of the shell's own pages. */
export const PAGE_TITLES: Readonly<Record<PublicPage | 'auth', string>> = {
  auth: 'Anmelden',
  resetPassword: 'Neues Passwort',
  deleteAccount: 'Konto löschen',
  mailLink: 'Link aus der E-Mail',
  membership: 'Einladung',
  notFound: 'Seite nicht gefunden',
  old: 'Bisheriges Portal',
  oldDashboard: 'Bisheriges Dashboard',
  impressum: 'Impressum',
  datenschutz: 'Datenschutz',
  barrierefreiheit: 'Barrierefreiheit',
  agb: 'Allgemeine Geschäftsbedingungen',
  widerrufsbelehrung: 'Widerrufsbelehrung',
  withdrawal: 'Vertrag widerrufen',
  certificate: 'Zertifikat prüfen',
  signOff: 'Logbuch bestätigen',
  unsubscribe: 'E-Mails abbestellen',
  gallery: 'Bausteine',
};
