import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, expectPageReady } from '../../support/test';

/** Widths at which every screen of the story is judged. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const;

/** Screens that were already checked: a second visit only passes by. */
const judged = new Set<string>();

/**
 * Checks that the current screen is complete, accessible, and does not scroll sideways, on a phone and on a desktop.
 * With `NEMUS_E2E_PICTURES` it also saves a screenshot into that folder.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await expectPageReady(page);
  if (judged.has(name)) return;
  judged.add(name);
  const folder = process.env['NEMUS_E2E_PICTURES'];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Pictures that measure their room follow a frame later.
    await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: 5_000 });
    // Once: axe takes seconds, and checks the narrow screen as strictly as the wide one.
    if (size.width === SIZES[0].width) await expectAccessible(page);
    if (folder !== undefined) {
      // Otherwise the fixed frame would be in the middle of the screenshot.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: path.join(folder, `${name}-${size.width}.png`), fullPage: true });
    }
  }
}
