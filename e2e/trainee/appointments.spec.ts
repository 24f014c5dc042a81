import type { Page } from '@playwright/test';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, test } from '../support/test';

const list = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('listitem');

/** The page's content, and its files, are covered by the unit tests in apps/trainee/src/pages/appointments. */
test('an appointment is looked at, cancelled and rated for good', async ({ page }) => {
  await openWithSession(page, await createAccount(newAccount()), '/appointments');
  // The database's values: type, format, places and status (S-5.3).
  const upcoming = list(page, 'Kommende Termine');
  await expect(upcoming.filter({ hasText: 'Bestätigt' }).first()).toContainText(/\d+\/\d+ Plätze belegt/);
  await expect(upcoming.filter({ hasText: 'Warteliste' }).first()).toContainText(/Platz \d+ auf der Warteliste/);
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Leitung')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();

  const button = page.getByRole('button', { name: /^Absagen/ }).first();
  const title = (await button.getAttribute('aria-label'))?.replace('Absagen: ', '') ?? '';
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Termin absagen?' });
  await expect(question).toContainText(title);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Termin absagen' }).click();
  await expect(page.getByText('Termin abgesagt')).toBeVisible();

  await page
    .getByRole('button', { name: /^Bewertung abgeben/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Termin bewerten' });
  await dialog.locator('label', { hasText: '4 Sterne' }).click();
  await dialog.getByRole('textbox').fill('Sehr praxisnah.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bewertung speichern' }).click();
  await expect(page.getByText('Bewertung gespeichert')).toBeVisible();

  await page.reload();
  await expect(list(page, 'Abgesagte Termine').filter({ hasText: title })).toContainText('Abgesagt');
  const rated = list(page, 'Vergangene Termine').filter({ hasText: 'Bewertung ändern' }).first();
  await rated.getByRole('button', { name: /^Bewertung ändern/ }).click();
  await expect(dialog.getByRole('radio', { name: '4 Sterne' })).toBeChecked();
});
