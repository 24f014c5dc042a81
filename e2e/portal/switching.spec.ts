import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, expectPageReady, test } from '../support/test';

/** Switches from one area to another and back; the first ones fill caches that stay. */
const WARM_UP = 6;
/** `npm test` goes often enough to tell one thing left per switch from what varies; `npm run test:soak` goes on. */
const SHORT = 24;
const LONG = 200;

const AREAS = [
  { entry: 'E-Learning', path: /\/e-learning/ },
  { entry: 'Dashboard', path: /\/dashboard/ },
] as const;

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Goes to the next area by the menu, and waits for its page. */
async function switchTo(page: Page, { entry, path }: (typeof AREAS)[number]) {
  await page.getByRole('link', { name: entry, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expectPageReady(page);
}

async function switchTimes(page: Page, times: number) {
  for (let count = 0; count < times; count += 1) await switchTo(page, AREAS[count % 2 === 0 ? 0 : 1]);
}

/** What the page holds, after everything that can be let go was let go. */
async function holdings(page: Page, browser: CDPSession) {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = metricsSchema.parse(await browser.send('Performance.getMetrics'));
  const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN;
  const inPage = await page.evaluate(() => ({
    styles: document.querySelectorAll('style').length,
    sheets: document.styleSheets.length,
    links: document.querySelectorAll('link[rel="stylesheet"]').length,
    preloads: document.querySelectorAll('link:not([rel="stylesheet"])').length,
    scripts: document.querySelectorAll('script').length,
    roots: document.querySelectorAll('[data-remote]').length,
    inBody: document.body.children.length,
  }));
  return {
    inPage,
    documents: metric('Documents'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

for (const [switches, tag] of [
  [SHORT, []],
  [LONG, ['@soak']],
] as const) {
  test(
    `${switches} switches between areas leave no style, root or listener behind`,
    { tag: [...tag] },
    async ({ page, openAs }) => {
      test.setTimeout(300_000);
      await openAs('piw', '/dashboard');
      const browser = await page.context().newCDPSession(page);
      await browser.send('Performance.enable');
      await switchTimes(page, WARM_UP);
      const before = await holdings(page, browser);

      await switchTimes(page, switches);

      // A browser that shares its processor frees what it no longer needs late; what is left behind stays for ever.
      const patience = { timeout: 60_000 };
      await expect
        .poll(async () => {
          const after = await holdings(page, browser);
          return {
            inPage: after.inPage,
            documents: after.documents <= before.documents,
            // One more per switch would be as many as switches; what varies between two looks is far below.
            nodes: after.nodes - before.nodes < switches / 2,
            listeners: after.listeners - before.listeners < switches / 2,
          };
        }, patience)
        .toEqual({ inPage: before.inPage, documents: true, nodes: true, listeners: true });
    },
  );
}
