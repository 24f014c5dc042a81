import type { Page } from '@playwright/test';
import { DEMO, expect, expectPageReady, signIn, test } from '../support/test';
import { faultsOf } from './cell';

const fault = faultsOf(test);

/** Signs in and visits areas of three teams; each page must be shown. */
async function expectPortalWorks(page: Page) {
  await page.goto('/seminar-catalog');
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, DEMO.piw.email, DEMO.piw.password);
  await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();
  for (const name of ['E-Learning', 'Meine Termine', 'Profil']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expectPageReady(page);
  }
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

fault(
  {
    group: 'Browser',
    target: 'storage',
    fault: 'is full',
    sees: 'Sign-in and all areas as always; the session lasts as long as the page.',
  },
  async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await expectPortalWorks(page);
  },
);

fault(
  {
    group: 'Browser',
    target: 'storage and cookies',
    fault: 'are blocked',
    sees: 'Sign-in and all areas as always; the session lasts as long as the page.',
    core: true,
  },
  async ({ page }) => {
    // As Chromium does it when a person blocks all cookies.
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, { get: refuse });
      }
      Object.defineProperty(document, 'cookie', { value: '' });
    });
    await expectPortalWorks(page);
  },
);

fault(
  {
    group: 'Browser',
    target: 'processor',
    fault: 'is twenty times slower',
    sees: 'Sign-in and all areas, later; no card and no time limit that is met.',
  },
  async ({ page }) => {
    test.slow();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await expectPortalWorks(page);
  },
);

fault(
  {
    group: 'Browser',
    target: 'connection',
    fault: 'is lost and comes back while the portal is open',
    sees: 'The page stays. A part that needs data says so with „Erneut versuchen“; once the connection is back, it comes by itself.',
    core: true,
  },
  async ({ page, context, openAs, complaints }) => {
    complaints.expected(/ERR_INTERNET_DISCONNECTED|Failed to load|ChunkLoadError/);
    await openAs('piw', '/dashboard');
    await page.getByRole('link', { name: 'E-Learning' }).click();
    await expectPageReady(page);
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Profil', exact: true }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Seminarkatalog' })).toBeVisible();
    const retry = page.getByRole('button', { name: 'Erneut versuchen' });
    await expect(retry.first()).toBeVisible({ timeout: 30_000 });
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 2, name: 'Persönliche Daten' })).toBeVisible();
    await expect(retry).toHaveCount(0);
    await expectPageReady(page);
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
  },
);
