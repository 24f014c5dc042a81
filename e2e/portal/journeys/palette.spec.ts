import { expect, expectAccessible, expectPageReady, test } from '../../support/test';
import type { Page } from '@playwright/test';

const field = (page: Page) => page.getByRole('combobox', { name: 'Seite, Aktion oder Name suchen' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('an institution finds one of its trainees by keyboard only', async ({ page, openAs }) => {
  await openAs('institution', '/piw-management');
  const name = (await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().innerText()).trim();
  await page.goto('/dashboard');
  await expectPageReady(page);

  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Suchen' }).click();
  await field(page).fill(name.split(' ').at(-1) ?? name);
  await expect(page.getByRole('group', { name: 'Personen' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await option(page, name).first().hover();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/piw-management\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split(' ').at(-1) ?? name);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // This device must not remember people.
  expect(await page.evaluate(() => localStorage.getItem('nemus.recent'))).toBeNull();
});

test('a trainee finds a seminar with a typing of its umlaut, and sees nothing of institutions', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs('piw', '/dashboard');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(field(page)).toBeFocused();
  await expect(option(page, /Anwesenheit bestätigen/)).toBeVisible();
  await expect(option(page, /PiW|Credits kaufen|Akademie/)).toHaveCount(0);
  await field(page).fill('bestaetigen');
  await expect(option(page, /Anwesenheit bestätigen/)).toBeVisible();
  await field(page).fill('trauma');
  await expect(page.getByRole('group', { name: 'Kurse', exact: true }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('group', { name: 'Kurse', exact: true }).getByRole('option').first().click();
  await expect(page).toHaveURL(/\/seminar-catalog\/.+/);
  await expectPageReady(page);
});

const UNANSWERED = 'a search that does not answer takes nothing from the others';
test(UNANSWERED, { tag: '@soak' }, async ({ page, openAs, complaints }) => {
  complaints.expected(/nemus_my_appointments/);
  await openAs('piw', '/dashboard');
  await page.route('**/rest/v1/nemus_my_appointments**', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await field(page).fill('trauma');
  await expect(page.getByText('Nicht durchsucht: Ihre Termine.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Kurse', exact: true }).getByRole('option').first()).toBeVisible();
});

test('keys are shown by "?", and can be turned off', async ({ page, openAs }) => {
  await openAs('piw', '/dashboard');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(field(page)).toHaveValue('');
  // Recent choices come first the next time, and are deleted with the account's session.
  await field(page).fill('Tastenk');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Zuletzt geöffnet' }).getByRole('option')).toHaveText([
    /Tastenkürzel anzeigen/,
  ]);
  await field(page).fill('abmelden');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(() => localStorage.getItem('nemus.recent'))).toBeNull();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toHaveCount(0);
});
