import { readFile } from 'node:fs/promises';
import { newAccount, signUp } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test';
import { ALL_RIGHT, answerAll, BLOCK, choose, showStep, walkToQuiz } from './block';

test.slow();

test('goes on at the step that was left, on another device too', async ({ page, browser }) => {
  const account = newAccount();
  await signUp(page, account);
  await page.goto(`${BLOCK}?schritt=leaderboard`);
  await showStep(page, 'comic');
  await expect(page).toHaveURL(/schritt=comic/);
  await walkToQuiz(page);
  await choose(page, 'right');
  await expect(page.getByText('Richtig!')).toBeVisible();

  const other = await browser.newContext();
  const device = await other.newPage();
  await device.goto(BLOCK);
  await signIn(device, account.email, account.password);
  await expect(device.getByText('Frage 2 von 3')).toBeVisible();
  await expect(device).toHaveURL(/schritt=quiz/);
  await other.close();
});

test('keeps every step over a reload, and goes back and forward through them', async ({ page }) => {
  await signUp(page, newAccount());
  await walkToQuiz(page);
  await answerAll(page, ALL_RIGHT);
  await showStep(page, 'leaderboard');
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await showStep(page, 'completed');
  await page.goBack();
  await showStep(page, 'leaderboard');
  for (const step of ['quiz', 'summary', 'video'] as const) {
    await page.goBack();
    await showStep(page, step);
  }
  await page.goForward();
  await showStep(page, 'summary');
  for (const step of ['comic', 'video', 'summary', 'quiz', 'leaderboard', 'completed'] as const) {
    await page.goto(`${BLOCK}?schritt=${step}`);
    await showStep(page, step);
    await page.reload();
    await showStep(page, step);
  }
  // Leaving for the course and coming back goes on where it was left.
  await page.getByRole('link', { name: 'Zurück zum Kurs' }).click();
  await page.getByRole('link', { name: /^Block A öffnen/ }).click();
  await showStep(page, 'completed');
  await page.getByRole('link', { name: 'Comic', exact: true }).click();
  await showStep(page, 'comic');
});

test('can be used by everyone on every step, at 1280 and 360 px', async ({ page }) => {
  test.slow();
  const check = async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  };
  await signUp(page, newAccount());
  await page.goto('/e-learning');
  await expect(page.getByText('127')).toBeVisible();
  await check();
  await page.goto('/course/rechtliche-grundlagen');
  await page.getByRole('button', { name: 'Aufklärung öffnen' }).click();
  await check();
  await page.goto(`${BLOCK}?schritt=comic&bild=6`);
  await expect(page.getByText('Bild 6 von 6')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Weg durch den Block' })).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'Weiter zum Video' }).click();
  await expect(page.getByRole('region', { name: 'Video', exact: true })).toBeFocused();
  await page.getByText('Text zum Video').click();
  await check();
  await page.getByRole('button', { name: 'Weiter zur Zusammenfassung' }).click();
  await showStep(page, 'summary');
  await check();
  await page.getByRole('button', { name: 'Zum Quiz' }).click();
  await showStep(page, 'quiz');
  await check();
  await choose(page, 'right');
  await expect(page.getByText('Richtig!')).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'Nächste Frage' }).click();
  await answerAll(page, ALL_RIGHT, 1);
  await showStep(page, 'leaderboard');
  await check();
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await expect(page.getByText('3 von 3 richtig', { exact: false })).toBeVisible();
  await check();
});

test('offers the summary as a PDF', async ({ page }) => {
  await signUp(page, newAccount());
  await page.goto(`${BLOCK}?schritt=comic&bild=6`);
  await page.getByRole('button', { name: 'Weiter zum Video' }).click();
  await page.getByRole('button', { name: 'Weiter zur Zusammenfassung' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF herunterladen' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Nemus Block A – Berufsrecht.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
