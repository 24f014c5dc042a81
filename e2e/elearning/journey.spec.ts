import type { Page } from '@playwright/test';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';
import { BLOCK, choose, optionButton, showStep } from './block';

test.slow();

/** Moves to a button by keyboard only, and presses it. */
async function press(page: Page, name: string | RegExp) {
  const target = page.getByRole('button', { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Each step's content is covered by the unit tests in apps/elearning/src/pages. */
test('a new learner gets by keyboard at 360 px from the list to the end of Block A, and nothing is lost', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fits = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  };
  const session = await createAccount(newAccount());
  await openWithSession(page, session, '/e-learning');
  await expect(page.getByText('127')).toBeVisible();
  await expect(page.locator('ul[aria-label="Kurse"] > li')).toHaveCount(6);
  await page.getByRole('link', { name: 'Starten: Rechtliche Grundlagen' }).click();

  // A module that is completed opens the next one, for good.
  await press(page, 'Aufklärung öffnen');
  await expect(page.getByRole('button', { name: 'Als abgeschlossen markieren' })).toBeVisible();
  await fits();
  await press(page, 'Als abgeschlossen markieren');
  await expect(page.getByRole('button', { name: 'Einwilligung öffnen' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Einwilligung öffnen' })).toBeVisible();

  await page.goto(BLOCK);
  await showStep(page, 'comic');
  for (let panel = 1; panel < 6; panel += 1) {
    await press(page, 'Nächstes Bild');
    await expect(page.getByText(`Bild ${panel + 1} von 6`)).toBeVisible();
  }
  await fits();
  await press(page, 'Weiter zum Video');
  await expect(page.getByRole('region', { name: 'Video', exact: true })).toBeFocused();
  await page.getByText('Text zum Video').click();
  await fits();
  await press(page, 'Weiter zur Zusammenfassung');
  await showStep(page, 'summary');
  await fits();
  await press(page, 'Zum Quiz');
  await showStep(page, 'quiz');
  await fits();

  // One wrong answer; the run continues where it was left.
  const panel = await choose(page, 'wrong').then(() => page.getByRole('button', { name: /^Bild \d im Comic/ }));
  await expect(page.getByText('Nicht richtig', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Erklärung' })).toBeFocused();
  await fits();
  await panel.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('Frage 2 von 3')).toBeVisible();
  await expect(page.getByText('2 von 3 Leben')).toBeAttached();
  for (const question of [2, 3]) {
    await expect(page.getByText(`Frage ${question} von 3`)).toBeVisible();
    if (question === 3) await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
    await press(page, (await (await optionButton(page, 'right')).textContent()) ?? '');
    await expect(page.getByRole('region', { name: 'Erklärung' })).toBeFocused();
    await press(page, /Nächste Frage|Quiz abschließen/);
  }
  const own = page.locator('[aria-current="true"]');
  await expect(own).toContainText('Mira S.');
  await expect(own).toContainText('2 von 3 · 67 %');
  await fits();
  await press(page, /^Weiter$/);
  await expect(page.getByText('2 von 3 richtig', { exact: false })).toBeVisible();
  await fits();

  for (const step of ['leaderboard', 'quiz'] as const) {
    await page.goBack();
    await showStep(page, step);
  }
  await page.goForward();
  await showStep(page, 'leaderboard');
  // Another device continues where this one is.
  const other = await browser.newContext();
  const device = await other.newPage();
  await openWithSession(device, session, BLOCK);
  await expect(device).toHaveURL(/schritt=completed/);
  // The quiz and the module that was completed before it: two of twelve, and none that was never opened.
  await device.getByRole('link', { name: 'Zurück zum Kurs' }).click();
  await expect(device.getByText('17 %').first()).toBeVisible();
  await expect(device.getByText('Schweigepflicht, gesperrt', { exact: true })).toBeAttached();
  await expect(device.getByText('Quiz: Berufsrecht, abgeschlossen', { exact: true })).toBeAttached();
  await other.close();
});
