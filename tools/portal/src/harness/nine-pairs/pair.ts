import type { Browser, Page } from '@playwright/test';
import { localSigner, openFileStore, packRelease, promoteRelease, publishRelease, retireRemote } from '@nemus/release';
import type { ReleaseDocument } from '@nemus/registry';
import { ENVIRONMENT } from '../../serve/portal';
import { storeFolder } from '../../serve/releases';
import { LEFT_OUT, signInAs } from '../sign-in';
import { shellFactsOf } from './points';

/** The compatibility of an area and a shell. `broken` must not happen: it neither worked nor was refused in time. */
export type Outcome =
  | { readonly kind: 'works'; readonly pages: readonly string[] }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'broken'; readonly complaints: readonly string[] };

/** Heading of an area that cannot be shown. */
const FAILED = /kann gerade nicht angezeigt werden/;

/** Opens a page and waits until it is drawn. @returns its heading */
async function openPage(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  return page.locator('h1').first().innerText();
}

/** Gives all users a built area, with no earlier release that a page could fall back to. */
export async function releaseAlone(dataDir: string, appFolder: string): Promise<ReleaseDocument> {
  const store = openFileStore(storeFolder(dataDir));
  const packed = await packRelease(appFolder, { signerFor: (remote, paths) => localSigner(dataDir, remote, paths) });
  const { declaration, version } = packed.release;
  const paths = declaration.routes.map((route) => route.path);
  const signer = await localSigner(dataDir, declaration.name, paths);
  const change = {
    store,
    environment: ENVIRONMENT,
    remote: declaration.name,
    who: 'nine pairs',
    why: 'areas and shells of different ages',
    signer,
  };
  await publishRelease(store, packed, change);
  await retireRemote(change);
  // The pair itself is the test: the gate must not block it here.
  await promoteRelease({ ...change, version, shell: await shellFactsOf(null), force: true });
  return packed.release;
}

/**
 * Opens every page that an area has for trainees. It works when all of them render without an error in the console; it
 * is refused when the portal reports that and has requested none of its scripts.
 */
export async function openPair(
  browser: Browser,
  portal: string,
  { declaration, version }: ReleaseDocument,
  expected: string | null,
): Promise<Outcome> {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    const scripts: string[] = [];
    const refused: string[] = [];
    const opened: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes(`/releases/${declaration.name}/`) && pathname.endsWith('.js')) scripts.push(pathname);
    });
    await signInAs(page, portal, 'demo.piw@nemus.example');
    // Shells before public routes (contract 1.12) leave out an entry with fields that they do not know.
    const notice = page.getByText(LEFT_OUT);
    if (await notice.isVisible()) {
      if (scripts.length > 0) complaints.push(`Left out after its code was requested: ${scripts[0]}`);
      if (complaints.length > 0) return { kind: 'broken', complaints };
      return { kind: 'refused', sentence: await notice.innerText() };
    }
    for (const { path, roles, requires } of declaration.routes) {
      if (requires !== undefined || roles?.includes('piw') === false) continue;
      // One page after the other, as a person opens them.
      /* oxlint-disable no-await-in-loop */
      const heading = await openPage(page, `${portal}${path}`);
      if (FAILED.test(heading)) {
        refused.push(path);
        // Collapsed: not visible, but in the page.
        const details = (await page.locator('details').first().textContent()) ?? '';
        if (!details.includes('contract')) complaints.push(`${path}: ${heading} (${details})`);
        continue;
      }
      opened.push(path);
      const shown = await page.locator(`[data-remote="${declaration.name}"]`).first().getAttribute('data-release');
      /* oxlint-enable no-await-in-loop */
      if (shown !== version) complaints.push(`${path}: shows ${shown ?? 'nothing of the area'}`);
    }
    if (refused.length > 0 && opened.length > 0) complaints.push(`Only some pages were refused: ${refused.join(' ')}`);
    if (refused.length > 0 && scripts.length > 0)
      complaints.push(`Refused after its code was asked for: ${scripts[0]}`);
    if (refused.length > 0 && expected === null) complaints.push('Refused, although versions and ranges fit.');
    if (refused.length === 0 && expected !== null) complaints.push(`Opened, although: ${expected}`);
    if (complaints.length > 0) return { kind: 'broken', complaints };
    return refused.length > 0 ? { kind: 'refused', sentence: expected ?? '' } : { kind: 'works', pages: opened };
  } finally {
    await context.close();
  }
}
