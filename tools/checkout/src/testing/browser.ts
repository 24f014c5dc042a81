import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';

/** Starts the Chromium that `CHROMIUM_PATH` names, an installed one, or Playwright's own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ args: CHROMIUM_FLAGS, executablePath: findChromium() ?? undefined });
}
