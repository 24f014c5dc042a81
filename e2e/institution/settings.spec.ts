import { newAccount, signUp } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

test('saves the settings of an institution, and names what is wrong at its field', async ({ page }) => {
  await signUp(page, newAccount('Praxis am Park'));
  await page.goto('/settings');
  await expectPageReady(page);
  await expectAccessible(page);
  const website = page.getByRole('textbox', { name: 'Website' });
  await website.fill('kein link');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByText(/gültige Webadresse/)).toBeVisible();
  await expect(website).toBeFocused();

  await website.fill('www.praxis.example');
  await page.getByRole('textbox', { name: 'Name der Institution' }).fill('Praxis am See');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name der Institution' })).toHaveValue('Praxis am See');
  await expect(website).toHaveValue('https://www.praxis.example');
  await expect(page.getByText('Praxis am See').first()).toBeVisible();
});

test('starts with the switches of S-7.14, and says why one cannot work', async ({ page, openAs }) => {
  await openAs('institution', '/settings?bereich=benachrichtigungen');
  await expect(page.getByRole('switch', { name: 'E-Mail-Benachrichtigungen' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'SMS-Benachrichtigungen' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'SMS-Benachrichtigungen' })).toBeDisabled();
  await expect(page.getByText(/keinen SMS-Dienst/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Neuigkeiten und Angebote' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Wöchentliche Berichte' })).toBeChecked();
  // The form sets its switches without an event: what is drawn follows all the same.
  const drawn = (name: string) =>
    page
      .getByRole('switch', { name })
      .evaluate((input) => input.nextElementSibling && getComputedStyle(input.nextElementSibling).backgroundColor);
  expect(await drawn('E-Mail-Benachrichtigungen')).not.toBe(await drawn('Neuigkeiten und Angebote'));
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Sicherheit' }).click();
  await expect(page.getByRole('switch', { name: 'Zwei-Faktor-Authentifizierung' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Hinweise bei neuer Anmeldung' })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('asks before unsaved settings are left', async ({ page, openAs }) => {
  await openAs('institution', '/settings?bereich=abrechnung');
  await expect(page.getByRole('combobox', { name: 'Rechnungsintervall' })).toBeDisabled();
  await expect(page.getByText(/^Noch nicht wählbar: Sammelrechnungen/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'E-Mail für Rechnungen' }).fill('buero');
  await page.getByRole('link', { name: 'Käufe' }).click();
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.')).toBeVisible();
  await page.getByRole('link', { name: 'Käufe' }).click();
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
  await expect(page).toHaveURL(/\/purchases$/);
});
