import type { Page } from '@playwright/test';
import { z } from 'zod';
import { arriveAs, newAccount, signUp } from '../support/accounts';
import { DEMO, expect, expectAccessible, expectPageReady, signIn, test } from '../support/test';
import { faultsOf } from './cell';
import { endSession, REFRESH } from './support/session-end';

const fault = faultsOf(test);
const HOUR = 3_600_000;

/** Counts how often the page requests a fresh token. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (REFRESH.test(request.url())) count += 1;
  });
  return () => count;
}

fault(
  {
    group: 'Session',
    target: 'session',
    fault: 'ends while a form is filled in',
    sees: 'A dialog above the page, „Ihre Sitzung ist abgelaufen“. After the password the form is there with every input, and saving works.',
    core: true,
  },
  async ({ page, complaints }) => {
    complaints.expected(/40[01]/);
    const account = newAccount('Praxis am Park');
    await arriveAs(page, account, '/settings');
    const website = page.getByRole('textbox', { name: 'Website' });
    await website.fill('www.praxis-am-see.example');
    await endSession(page);
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click();

    const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Passwort', { exact: true }).fill('falsch');
    await dialog.getByRole('button', { name: 'Wieder anmelden' }).click();
    await expect(dialog.getByText(/passen nicht zusammen/)).toBeVisible();

    await page.context().unrouteAll();
    await dialog.getByLabel('Passwort', { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: 'Wieder anmelden' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings$/);
    await expect(website).toHaveValue('www.praxis-am-see.example');
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
    await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
  },
);

fault(
  {
    group: 'Session',
    target: 'session',
    fault: 'ends, and the page is loaded again',
    sees: 'The sign-in; after it the same page with the same search.',
  },
  async ({ page, signInAs, complaints }) => {
    complaints.expected(/40[01]/);
    await signInAs('piw', '/seminar-catalog?q=angst');
    await page.evaluate(() => localStorage.removeItem('nemus-auth'));
    await page.reload();
    await expect(page).toHaveURL(/\/auth/);
    await signIn(page, DEMO.piw.email, DEMO.piw.password);
    await expect(page).toHaveURL(/\/seminar-catalog\?q=angst$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();
  },
);

fault(
  {
    group: 'Session',
    target: 'session in two tabs',
    fault: 'ends',
    sees: 'The dialog in both tabs. Signing in again in one lets both go on, with their inputs.',
  },
  async ({ page, context, complaints }) => {
    complaints.expected(/40[01]/);
    const account = newAccount('Praxis am Park');
    await signUp(page, account);
    await page.goto('/settings');
    await expectPageReady(page);
    const other = await context.newPage();
    await other.goto('/settings');
    await other.getByRole('textbox', { name: 'Website' }).fill('www.anderswo.example');
    await endSession(page);
    await page.getByRole('textbox', { name: 'Website' }).fill('www.praxis.example');
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' })).toBeVisible();
    }
    await context.unrouteAll();
    await page.getByRole('dialog').getByLabel('Passwort', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Wieder anmelden' }).click();
    for (const tab of [page, other]) await expect(tab.getByRole('dialog')).toHaveCount(0);
    await expect(other.getByRole('textbox', { name: 'Website' })).toHaveValue('www.anderswo.example');
  },
);

fault(
  {
    group: 'Session',
    target: 'session in two tabs',
    fault: 'has to be refreshed by both at once',
    sees: 'Both tabs go on with the page that they had.',
    core: true,
  },
  async ({ page, context }) => {
    await arriveAs(page, newAccount(), '/dashboard');
    const other = await context.newPage();
    await other.goto('/profile');
    await expectPageReady(other);
    // Both pages are stopped, so that neither refreshes before the other one starts.
    await page.goto('about:blank');
    await other.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('nemus-auth') ?? '{}');
      localStorage.setItem('nemus-auth', JSON.stringify(Object.assign({}, stored, { expires_at: 1_000 })));
    });
    const refreshes = countRefreshes(page);
    await Promise.all([page.goto('/dashboard'), other.reload()]);
    await Promise.all([expectPageReady(page), expectPageReady(other)]);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(other).toHaveURL(/\/profile$/);
    expect(refreshes()).toBeGreaterThan(0);
  },
);

fault(
  {
    group: 'Session',
    target: "browser's clock",
    fault: 'is two hours fast',
    sees: 'The pages as always; the session stays.',
  },
  async ({ page, signInAs }) => {
    await page.clock.install({ time: Date.now() + 2 * HOUR });
    const refreshes = countRefreshes(page);
    await signInAs('piw', '/dashboard');
    await page.getByRole('link', { name: 'Seminarkatalog', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();
    await page.clock.fastForward('10:00');
    await page.getByRole('link', { name: 'Profil', exact: true }).click();
    await expectPageReady(page);
    await expect(page).toHaveURL(/\/profile$/);
    // Every token looks expired to this browser; asking for one with each request would be a flood.
    expect(refreshes()).toBeLessThan(10);
  },
);

/** Second in which a token was made. */
function issuedAt(token: string): number {
  const [, claims = ''] = token.split('.');
  return z.object({ iat: z.number() }).parse(JSON.parse(Buffer.from(claims, 'base64url').toString())).iat;
}

fault(
  {
    group: 'Session',
    target: "browser's clock",
    fault: 'is two hours slow, and the token expires unnoticed',
    sees: 'The pages as always: a token that the backend refuses is replaced, and the request sent again.',
  },
  async ({ page, complaints }) => {
    complaints.expected(/401/);
    await page.clock.install({ time: Date.now() - 2 * HOUR });
    await signUp(page, newAccount());
    await expectPageReady(page);
    const stale = await page.evaluate(
      () => /"access_token":"([^"]+)"/.exec(localStorage.getItem('nemus-auth') ?? '')?.[1],
    );
    // Tokens contain their second: one created within the same second is identical, and would also be refused.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(issuedAt(stale ?? ''));
    const refreshes = countRefreshes(page);
    await page.route('**/rest/v1/**', async (route) =>
      (await route.request().headerValue('authorization')) === `Bearer ${stale}`
        ? route.fulfill({
            status: 401,
            json: { code: 'PGRST301', message: 'JWT expired' },
            headers: { 'access-control-allow-origin': '*' },
          })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'Seminarkatalog', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();
    await expectPageReady(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    expect(refreshes()).toBe(1);
  },
);
