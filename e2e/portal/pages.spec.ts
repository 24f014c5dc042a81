import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { readDeclaration } from '@nemus/build/declaration';
import { areaFolders } from '../../tools/portal/src/serve/releases';
import { STORE_URL } from '../environment';
import { PAGES } from '../support/pages';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPageReady,
  test,
  type DemoRole,
} from '../support/test';
import { coveredShare, cutOff, misfits } from '../support/zoom';

/** With addresses of missing things, and a form that opens by its address. */
const ADDRESSES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: [...PAGES.piw, '/course/gibt-es-nicht', '/payment-success'],
  institution: [
    ...PAGES.institution,
    '/settings/gibt-es-nicht',
    '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010',
  ],
};

/** Pages with pieces of other areas. */
const WITH_PIECES = new Set(['/seminar-catalog', '/e-learning', '/course-bookings']);

/**
 * Addresses that only show their own area: its smoke test opens each of them as these accounts and runs axe at both
 * widths (`libs/testing/src/smoke/smoke-remote.ts`). Here axe checks what no smoke test opens.
 */
async function judgedBySmokeTests(): Promise<ReadonlySet<string>> {
  const declarations = await Promise.all(areaFolders().map((folder) => readDeclaration(path.resolve(folder))));
  const paths = declarations.flatMap(({ routes }) => routes.map((route) => route.path));
  return new Set(paths.filter((address) => !WITH_PIECES.has(address)));
}

/** Notes what the page requests from now on; returns the requests that were sent more than once. */
function watchRequests(page: Page): () => string[] {
  const asked: string[] = [];
  const note = (request: Request) => {
    // A file of a release is loaded ahead and run later, from the browser's cache.
    if (request.url().startsWith(`${STORE_URL}/releases/`)) return;
    if (request.method() !== 'OPTIONS') asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  };
  page.on('request', note);
  return () => {
    page.off('request', note);
    return asked.filter((request, place) => asked.indexOf(request) !== place);
  };
}

/** Pages in one browser: shared files are fetched and compiled once, and no test takes a minute. */
const AT_ONCE = 6;

for (const role of ['piw', 'institution'] as const) {
  for (let first = 0; first < ADDRESSES[role].length; first += AT_ONCE) {
    const addresses = ADDRESSES[role].slice(first, first + AT_ONCE);
    const title = `pages have one heading, are accessible, request nothing twice and fit, at 1280 to 360 px, 200 % and 400 % (${role}`;
    test(`${title}, ${addresses[0]} and ${addresses.length - 1} more)`, async ({ page, openAs }) => {
      test.slow();
      const judged = await judgedBySmokeTests();
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.setViewportSize({ width: 1280, height: 900 });
          // Ends the page before, and its requests.
          await page.goto('about:blank');
          const twice = watchRequests(page);
          await openAs(role, address);
          if (!judged.has(address)) await expectAccessible(page);
          await expectNoSidewaysScroll(page);
          // A piece of another area counts as the page's own.
          await expect(page.locator('[data-slot][hidden]')).toHaveCount(0);
          expect(twice()).toEqual([]);
          // The same page on a phone: it is not loaded again.
          await page.setViewportSize({ width: 360, height: 740 });
          await expectPageReady(page);
          if (!judged.has(address)) await expectAccessible(page);
          await expectNoSidewaysScroll(page);
          expect(await misfits(page)).toEqual([]);
          await expectPageReady(page);
          expect(await cutOff(page)).toEqual([]);
          expect(await coveredShare(page)).toBeLessThan(0.35);
        });
      }
    });
  }
}
