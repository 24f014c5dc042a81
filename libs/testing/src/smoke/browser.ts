import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium, TEST_FLAGS } from './chromium.mjs';

/**
 * Starts a headless Chromium: the one of `CHROMIUM_PATH`, an installed one, or Playwright's own.
 *
 * @param flags In addition to the default ones, such as {@link restrictedNetworkFlags}.
 */
export function openSmokeBrowser(flags: readonly string[] = []): Promise<Browser> {
  const args = [...CHROMIUM_FLAGS, ...TEST_FLAGS, ...flags];
  return chromium.launch({ executablePath: findTestChromium() ?? undefined, args });
}
