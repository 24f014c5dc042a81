import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { untilStable } from '../support/until-stable';
import { expect, expectPageReady, test } from '../support/test';

/** Switches from one area to another and back; the first ones fill caches that stay. */
const WARM_UP = 6;
/** `npm test` runs enough rounds to distinguish one leak per switch from noise; `npm run test:soak` runs more. */
const SHORT = 12;
const LONG = 200;

const AREAS = [
  { entry: 'E-Learning', path: /\/e-learning/ },
  { entry: 'Dashboard', path: /\/dashboard/ },
] as const;

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Opens the next area by the menu, and waits for its page. */
async function switchTo(page: Page, { entry, path }: (typeof AREAS)[number]) {
  await page.getByRole('link', { name: entry, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expectPageReady(page);
}

async function switchTimes(page: Page, times: number) {
  for (let count = 0; count < times; count += 1) await switchTo(page, AREAS[count % 2 === 0 ? 0 : 1]);
}

/** The page's memory, after releasing everything possible. */
async function holdings(page: Page, browser: CDPSession) {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = metricsSchema.parse(await browser.send('Performance.getMetrics'));
  const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN;
  const { attached, ...inPage } = await page.evaluate(() => ({
    styles: document.querySelectorAll('style').length,
    sheets: document.styleSheets.length,
    links: document.querySelectorAll('link[rel="stylesheet"]').length,
    preloads: document.querySelectorAll('link:not([rel="stylesheet"])').length,
    scripts: document.querySelectorAll('script').length,
    roots: document.querySelectorAll('[data-remote]').length,
    inBody: document.body.children.length,
    attached: document.evaluate('count(//node())', document).numberValue,
  }));
  return {
    inPage,
    documents: metric('Documents'),
    attached,
    // Retained, but detached from the page.
    detached: metric('Nodes') - attached,
    listeners: metric('JSEventListeners'),
  };
}

/** Whether less than one for every other switch is left; how many, if not. */
function leftPerSwitch(left: number, switches: number): string {
  return left < switches / 2 ? 'none per switch' : `${left} after ${switches} switches`;
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
      // A leak per switch repeats in each round; late rendering occurs in one.
      await expect(async () => {
        // The page renders some parts late: its memory is stable when the rendering is.
        await untilStable(async () => {
          const { inPage, attached } = await holdings(page, browser);
          return { inPage, attached };
        });
        const before = await holdings(page, browser);
        await switchTimes(page, switches);
        // A browser on a shared processor frees memory late; a leak stays for ever.
        const patience = { timeout: 20_000 };
        await expect
          .poll(async () => {
            const after = await holdings(page, browser);
            return {
              inPage: after.inPage,
              documents: after.documents <= before.documents,
              // A leak per switch adds as many as switches; the noise is far below.
              attached: leftPerSwitch(after.attached - before.attached, switches),
              detached: leftPerSwitch(after.detached - before.detached, switches),
              listeners: leftPerSwitch(after.listeners - before.listeners, switches),
            };
          }, patience)
          .toEqual({
            inPage: before.inPage,
            documents: true,
            attached: 'none per switch',
            detached: 'none per switch',
            listeners: 'none per switch',
          });
      }).toPass({ timeout: 120_000 });
    },
  );
}
