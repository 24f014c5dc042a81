import { createAccount, newAccount, openWithSession } from '../../support/accounts';
import { removeSampleData } from '../../support/session';
import { expect, expectAccessible, test } from '../../support/test';

test('the first steps are found by the palette, closed and reopened on any device', async ({ page }) => {
  const session = await createAccount(newAccount());
  // What the sample data has done is no step of this account.
  await removeSampleData(session);
  await openWithSession(page, session, '/account/security');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Seite, Aktion oder Name suchen' }).fill('erste');
  await expect(page.getByRole('option', { name: /^Erste Schritte/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);

  const list = page.getByRole('region', { name: 'Erste Schritte' });
  await expect(list.getByText('0 von 5 erledigt')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Zwei-Faktor-Anmeldung einrichten' })).toHaveAttribute(
    'href',
    '/account/security',
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Ausblenden' }).click();
  await expect(page.getByText('Die ersten Schritte sind ausgeblendet.')).toBeVisible();
  await page.reload();
  await list.getByRole('button', { name: 'Auf dem Dashboard zeigen' }).click();
  await expect(list.getByRole('button', { name: 'Ausblenden' })).toBeVisible();
});
