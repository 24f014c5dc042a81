/** Paths of the shell itself. Those of areas only come from the registry. */
export const PATHS = {
  start: '/',
  auth: '/auth',
  resetPassword: '/reset-password',
  /** Target of every mail's link; also in the mail templates. */
  mailLink: '/bestaetigen',
  /** Where an area asks an account whether it accepts an invitation; visitors first sign up. */
  invitation: '/einladung',
  /** Where an area answers an invitation to act for an institution; the sign-in leads back to it. */
  membership: '/mitglied-werden',
  notFound: '/404',
  old: '/old',
  oldDashboard: '/old-dashboard',
  impressum: '/impressum',
  datenschutz: '/datenschutz',
  barrierefreiheit: '/barrierefreiheit',
  agb: '/agb',
  widerrufsbelehrung: '/widerrufsbelehrung',
  /** Owned by an area, and linked from every page (§ 356a BGB). */
  withdrawal: '/widerruf',
  gallery: '/_gallery',
  /** What this browser runs, for release teams. */
  diagnosis: '/diagnose',
  /** Where a second factor is set up; owned by the account area. */
  security: '/account/security',
  /** The first page of every account; its area depends on the role. */
  home: '/dashboard',
} as const;

/** Public pages of the shell. */
export type PublicPage = Exclude<
  keyof typeof PATHS,
  'start' | 'auth' | 'invitation' | 'home' | 'diagnosis' | 'security' | 'withdrawal' | 'membership'
>;

const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  [PATHS.resetPassword]: 'resetPassword',
  [PATHS.mailLink]: 'mailLink',
  [PATHS.notFound]: 'notFound',
  [PATHS.old]: 'old',
  [PATHS.oldDashboard]: 'oldDashboard',
  [PATHS.impressum]: 'impressum',
  [PATHS.datenschutz]: 'datenschutz',
  [PATHS.barrierefreiheit]: 'barrierefreiheit',
  [PATHS.agb]: 'agb',
  [PATHS.widerrufsbelehrung]: 'widerrufsbelehrung',
};

/** The public page at a normalized path, or null. The gallery only exists on a developer's machine. */
export function publicPageAt(path: string, environment: string): PublicPage | null {
  if (path === PATHS.gallery) return environment === 'local' ? 'gallery' : null;
  return Object.hasOwn(PUBLIC_PAGES, path) ? (PUBLIC_PAGES[path] ?? null) : null;
}

/** Paths of an earlier menu that stay usable (S-2.5). */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/book-seminars': '/course-bookings',
  '/reports': '/purchases',
};

/** Current path of an earlier menu's path, or null. */
export function redirectTarget(path: string): string | null {
  return Object.hasOwn(REDIRECTS, path) ? (REDIRECTS[path] ?? null) : null;
}

/**
 * Whether a path could name a page at all. One that cannot be decoded, or that contains a line break or another control
 * character, matches no route of any router, not even a catch-all, and would leave a page empty.
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
  mailLink: 'Link aus der E-Mail',
  notFound: 'Seite nicht gefunden',
  old: 'Bisheriges Portal',
  oldDashboard: 'Bisheriges Dashboard',
  impressum: 'Impressum',
  datenschutz: 'Datenschutz',
  barrierefreiheit: 'Barrierefreiheit',
  agb: 'Allgemeine Geschäftsbedingungen',
  widerrufsbelehrung: 'Widerrufsbelehrung',
  gallery: 'Bausteine',
};
