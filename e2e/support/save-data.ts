import type { Page } from '@playwright/test';

/** Says for the browser's owner that data is to be saved: then nothing is asked for while a page is at rest. */
export async function saveData(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
}
