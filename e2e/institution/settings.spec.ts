import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

/** The content of each form is covered in apps/institution/src/pages/settings/SettingsPage.test.tsx. */
test('settings are saved for good, and the portal shows the new name', async ({ page, openAs }) => {
  await openAs('institution', '/settings');
  const website = page.getByRole('textbox', { name: 'Website' });
  await website.fill('kein link');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByText(/gültige Webadresse/)).toBeVisible();
  // The page scrolls to the field that is wrong.
  await expect(website).toBeFocused();
  await expect(website).toBeInViewport();
  await expectAccessible(page);
  await website.fill('www.praxis.example');
  await page.getByRole('textbox', { name: 'Name der Institution' }).fill('Praxis am See');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
  await page.reload();
  await expectPageReady(page);
  await expect(website).toHaveValue('https://www.praxis.example');
  await expect(page.getByText('Praxis am See').first()).toBeVisible();
});

test('each part fits on a phone and can be used by everyone', async ({ page, openAs }) => {
  await openAs('institution', '/settings?bereich=benachrichtigungen');
  // The form sets its switches without an event: they must render correctly all the same.
  const drawn = (name: string) =>
    page
      .getByRole('switch', { name })
      .evaluate((input) => input.nextElementSibling && getComputedStyle(input.nextElementSibling).backgroundColor);
  await expect(page.getByRole('switch', { name: 'E-Mail-Benachrichtigungen' })).toBeChecked();
  expect(await drawn('E-Mail-Benachrichtigungen')).not.toBe(await drawn('Neuigkeiten und Angebote'));
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const name of ['Sicherheit', 'Abrechnung']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
