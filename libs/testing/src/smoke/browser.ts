import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium, TEST_FLAGS } from './chromium.mjs';

/**
 * Starts a Chromium without a window: the one that `CHROMIUM_PATH` names, an installed one, or Playwright's own.
 *
 * @param flags Beside those that it always has, such as {@link restrictedNetworkFlags}.
 */
export function openSmokeBrowser(flags: readonly string[] = []): Promise<Browser> {
  const args = [...CHROMIUM_FLAGS, ...TEST_FLAGS, ...flags];
  return chromium.launch({ executablePath: findTestChromium() ?? undefined, args });
}
