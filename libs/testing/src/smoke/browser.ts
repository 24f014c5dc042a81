import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium } from './chromium.mjs';

/**
 * Starts a Chromium without a window: the one that `CHROMIUM_PATH` names, an installed one, or Playwright's own.
 *
 * @param flags Beside those that it always has, such as {@link fencedFlags}.
 */
export function openSmokeBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findTestChromium() ?? undefined, args: [...CHROMIUM_FLAGS, ...flags] });
}
