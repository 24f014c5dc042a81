import type { BrowserContext, Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../libs/testing/src/smoke/chromium.mjs';
import { STORE_URL } from '../environment';
import { DEMO, expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';

const fault = faultsOf(test);

// Playwright switches the cache off.
test.use({
  launchOptions: {
    executablePath: findChromium() ?? undefined,
    args: CHROMIUM_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** The browser's message about the page in between: it has no icon. */
const ICON = /favicon/;

/** Leaves the portal, runs an action, and goes back as a user does; returns whether the browser had cached the page. */
async function leaveAndComeBack(page: Page, between: () => Promise<void> = () => Promise.resolve()): Promise<boolean> {
  await page.evaluate(() => Reflect.set(window, 'keptPage', true));
  const { pathname } = new URL(page.url());
  await page.goto(`${STORE_URL}/registry/local.json`);
  await between();
  // Not `goBack`, which waits for a load that does not come.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL((url) => url.pathname === pathname || url.pathname === '/auth', { waitUntil: 'commit' });
  return page.evaluate(() => Reflect.get(window, 'keptPage') === true);
}

/** Another tab, on a page of the portal's origin that is not the portal. */
async function inAnotherTab(context: BrowserContext, path: string, act: (tab: Page) => Promise<void>) {
  const tab = await context.newPage();
  await tab.goto(path);
  await act(tab);
  await tab.close();
}

fault(
  {
    group: 'Browser',
    target: 'back/forward cache',
    fault: 'brings a page back',
    sees: 'The page as it was left, with what was typed, and every link works.',
  },
  async ({ page, openAs, complaints }) => {
    complaints.expected(ICON);
    await openAs('piw', '/profile');
    await page.getByRole('button', { name: 'Bearbeiten' }).first().click();
    const field = page.getByRole('textbox').first();
    await field.fill('Halb geschrieben');
    expect(await leaveAndComeBack(page)).toBe(true);
    await expect(field).toHaveValue('Halb geschrieben');
    await page.getByRole('button', { name: 'Abbrechen' }).first().click();
    await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
    await page.getByRole('link', { name: 'E-Learning' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'E-Learning' })).toBeVisible();
    await expectPageReady(page);
  },
);

fault(
  {
    group: 'Browser',
    target: 'back/forward cache',
    fault: 'brings a page back after a sign-out in another tab',
    sees: 'The sign-in, and nothing of the account.',
  },
  async ({ page, context, signInAs, complaints }) => {
    complaints.expected(ICON);
    await signInAs('piw', '/profile');
    // Browsers drop a cached page that another tab has sent a message to; it is then reloaded.
    await leaveAndComeBack(page, () =>
      inAnotherTab(context, '/dashboard', async (tab) => {
        await tab.getByRole('button', { name: 'Abmelden' }).click();
        await expect(tab).toHaveURL(/\/auth/);
      }),
    );
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByText(DEMO.piw.email)).toHaveCount(0);
  },
);

fault(
  {
    group: 'Browser',
    target: 'back/forward cache',
    fault: 'brings a page back after its session was lost meanwhile',
    sees: 'The question for the password above the page as it was left, as for every session that ends by itself.',
  },
  async ({ page, context, signInAs, complaints }) => {
    complaints.expected(ICON);
    await signInAs('piw', '/profile');
    const kept = await leaveAndComeBack(page, () =>
      inAnotherTab(context, '/config.json', (tab) => tab.evaluate(() => localStorage.removeItem('nemus-auth'))),
    );
    expect(kept).toBe(true);
    await expect(page.getByRole('dialog').getByLabel('Passwort', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/profile/);
  },
);
