import type { Page } from '@playwright/test';

/** Sets the browser's Save-Data: an idle page then preloads nothing. */
export async function saveData(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
}
