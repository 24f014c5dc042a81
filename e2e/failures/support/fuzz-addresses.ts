import type { Page } from '@playwright/test';
import { z } from 'zod';
import { STORE_URL } from '../../environment';
import { PAGES } from '../../support/pages';
import { expectPageReady, type DemoAccount } from '../../support/test';
import { randomValue, type Chance } from './random';

/** Who visits the pages: an account, or a visitor. */
export type Walker = Exclude<DemoAccount, 'supervision'> | 'signed out';

/** Pages of the shell; the registry does not contain them. */
const SHELL_ROUTES = [
  '/',
  '/auth',
  '/reset-password',
  '/bestaetigen',
  '/404',
  '/old',
  '/old-dashboard',
  '/impressum',
  '/datenschutz',
  '/barrierefreiheit',
  '/agb',
  '/widerrufsbelehrung',
  '/widerruf',
  '/zertifikat',
  '/logbuch-bestaetigen',
  '/_gallery',
  '/diagnose',
  '/operations',
  '/einladung',
] as const;

/** Pages below an area's claimed path, and unclaimed addresses. */
const BELOW = [
  '/piw-management/einladen',
  '/piw-management/c0000000-0000-4000-8000-000000000001',
  '/piw-management/c0000000-0000-4000-8000-000000000001/bearbeiten',
  '/course/rechtliche-grundlagen',
  '/course/rechtliche-grundlagen/block-a',
  '/course/rechtliche-grundlagen/block-b',
  '/settings/konto',
  '/trainee-portal',
] as const;

const registrySchema = z.object({
  remotes: z.array(z.object({ routes: z.array(z.object({ path: z.string() })) })),
});

/**
 * Every route of the portal: those of the registry, so that new areas are included automatically, those of the shell,
 * and the pages below them. Includes routes of other account types.
 */
export async function portalRoutes(): Promise<string[]> {
  const document: unknown = await (await fetch(`${STORE_URL}/registry/local.json`)).json();
  const claimed = registrySchema.parse(document).remotes.flatMap(({ routes }) => routes.map(({ path }) => path));
  return [...new Set([...claimed, ...SHELL_ROUTES, ...BELOW])].sort();
}

/** Addresses that an account's pages link to: details, forms and dialogs of existing rows. */
export async function linkedAddresses(page: Page, walker: Walker): Promise<string[]> {
  const pages = walker === 'signed out' ? ['/auth', '/old'] : PAGES[walker === 'institution' ? walker : 'piw'];
  const links = new Set<string>();
  for (const address of pages) {
    await page.goto(address);
    await expectPageReady(page);
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? '/'));
    for (const href of hrefs) links.add(href);
  }
  return [...links].sort();
}

/** Parameters that some page knows, with values that it knows; an address also gets them with values that it does not. */
const PARAMETERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ansicht: ['buchen', 'abgeschlossen', 'registrieren', 'passwort-vergessen', 'in-bearbeitung', 'premium'],
  art: ['mehrere', 'kurse', 'credits', 'abonnements'],
  bearbeiten: ['daten', 'weiterbildung'],
  bereich: ['benachrichtigungen', 'sicherheit', 'abrechnung'],
  bild: ['1', '2', '99'],
  course: ['success', 'cancelled'],
  einladung: ['f'.repeat(64)],
  jahr: ['2025', '2026', '9999'],
  kompetenz: ['fachliche_kompetenz', 'professionelle_haltung'],
  kurs: ['c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-0000000000ff'],
  niveau: ['beginner', 'advanced', 'expert'],
  returnTo: ['/settings', 'https://evil.example', '//evil.example'],
  schritt: ['comic', 'video', 'summary', 'quiz', 'leaderboard', 'completed'],
  seite: ['2', '999999'],
  session_id: ['cs_test_1'],
  sortierung: ['name', '-stunden', '-betrag', 'datum'],
  spalten: ['', 'telefon', 'status,stunden'],
  status: ['active', 'inactive'],
  suche: ['Hartmann', 'Recht'],
  termin: ['c0000000-0000-4000-8000-000000000001'],
  typ: ['piw', 'institution'],
  unbekannt: ['1'],
  zugang: ['linked', 'invited', 'none'],
};
const NAMES = Object.keys(PARAMETERS);

/** An address that a user could have typed, or sent: the given one with random segments and parameters. */
export function randomAddress(draw: Chance, address: string): string {
  const segment = () => encodeURIComponent(randomValue(draw).replaceAll('\0', ''));
  const [base = '/', linkedQuery] = address.split('?');
  const path = draw.next() < 0.3 ? `${base === '/' ? '' : base}/${segment()}` : base;
  const query = Array.from({ length: draw.below(4) }, () => {
    const name = NAMES[draw.below(NAMES.length)] ?? 'suche';
    const known = PARAMETERS[name];
    if (known && draw.next() < 0.4) return `${name}=${encodeURIComponent(draw.pick(known))}`;
    const value = randomValue(draw);
    // Half of them as a program writes them, half as they come.
    return `${name}=${draw.next() < 0.5 ? encodeURIComponent(value) : value.replaceAll(/[#&\s]/g, '')}`;
  });
  const parts = linkedQuery === undefined ? query : [linkedQuery, ...query];
  const hash = draw.next() < 0.1 ? `#${segment()}` : '';
  return `${path}${parts.length > 0 ? `?${parts.join('&')}` : ''}${hash}`;
}
