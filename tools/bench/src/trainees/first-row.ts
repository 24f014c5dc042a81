import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';

/**
 * Notes in the page when a row of the list first stands in a frame: Playwright looks for an element ever more rarely, so
 * what it waits for is told up to half a second late. As text: the loader of TypeScript names inner functions by a helper
 * that pages do not have.
 */
const WATCH = `
  addEventListener('click', ({ timeStamp }) => (window.benchClicked = timeStamp), { capture: true });
  window.benchFirstRow = () => new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('main tbody tr')) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
  window.benchOpened = window.benchFirstRow();
`;

/** Watches every page of the browser from its first moment. */
export async function watchFirstRow(context: BrowserContext): Promise<void> {
  await context.addInitScript(WATCH);
}

/** Milliseconds since the navigation began, once the first trainee is on the screen. */
export async function openList(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return z.number().parse(await page.evaluate('window.benchOpened'));
}

/** How long the pointer rests on a menu entry before the click, as in `npm run bench`. Milliseconds. */
const HOVER_MS = 200;

/**
 * Milliseconds from a click in the menu to the first trainee.
 *
 * @param from page that is open before, and stands
 */
export async function switchToList(page: Page, from: string): Promise<number> {
  await page.goto(from);
  await page.locator('main h1').waitFor();
  // What the page asks behind its first picture is not part of the switch.
  await page.waitForLoadState('networkidle');
  const entry = page.getByRole('navigation').getByRole('link', { name: 'PiW Verwaltung', exact: true }).first();
  await entry.hover();
  await page.waitForTimeout(HOVER_MS);
  await entry.click();
  return z.number().parse(await page.evaluate('window.benchFirstRow().then((seen) => seen - window.benchClicked)'));
}
