import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

test.describe('PiW Verwaltung', () => {
  test('lists the trainees, and finds them by name and by e-mail', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management');
    const list = page.getByRole('table', { name: 'PiW Ihrer Weiterbildungsstätte' });
    const anna = list.getByRole('row', { name: /Anna Schmidt/ });
    await expect(anna).toContainText('Aktiv');
    await expect(anna).toContainText('425 / 600');
    await expect(anna).toContainText('Fachlich, Diagnostik, Methoden');
    await expectAccessible(page);

    const search = page.getByRole('searchbox', { name: 'PiW suchen' });
    await search.fill('weber mich');
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/suche=weber\+mich/);
    await search.fill('sarah.yilmaz@');
    await expect(list.getByRole('row', { name: /Sarah Yilmaz/ })).toBeVisible();
    await search.fill('qqq nirgends');
    await expect(page.getByText('Keine PiW gefunden')).toBeVisible();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await expect(anna).toBeVisible();
  });

  test('keeps filter, order and columns in the address', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?status=inactive&sortierung=-stunden&spalten=stunden');
    const list = page.getByRole('table', { name: 'PiW Ihrer Weiterbildungsstätte' });
    await expect(list.getByRole('row').nth(1)).toContainText('Jonas Krüger');
    await expect(list.getByRole('row').nth(2)).toContainText('Daniel Schuster');
    await expect(list.getByRole('columnheader', { name: 'Portalzugang' })).toHaveCount(0);
    await list.getByRole('button', { name: 'Stunden' }).click();
    await expect(page).toHaveURL(/sortierung=stunden/);
    await expect(list.getByRole('row').nth(1)).toContainText('Daniel Schuster');
    await page.goBack();
    await expect(list.getByRole('row').nth(1)).toContainText('Jonas Krüger');
  });

  test('opens the details, leads back to the same list, and fits on a phone', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?suche=hartmann');
    await page.getByRole('link', { name: 'Details: Lukas Hartmann' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lukas Hartmann' })).toBeVisible();
    await expect(page.getByText('180 von 600 Std.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Kursbuchungen der PiW' })).toContainText(
      'Exposition und Reaktionsverhinderung',
    );
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'PiW Verwaltung' }).first().click();
    await expect(page).toHaveURL(/suche=hartmann/);
    await expectPageReady(page);
    await expectNoSidewaysScroll(page);
  });

  test('edits a trainee, names what is wrong, and asks before unsaved work is lost', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?suche=petrova');
    await page.getByRole('link', { name: 'Bearbeiten: Elena Petrova' }).click();
    const hours = page.getByRole('textbox', { name: 'Absolvierte Stunden' });
    await hours.fill('999');
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Die absolvierten Stunden dürfen die Gesamtstunden nicht übersteigen.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(hours).toHaveValue('999');
    await hours.fill('75');
    await page.getByRole('checkbox', { name: 'Professionelle Haltung' }).check();
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Angaben gespeichert')).toBeVisible();
    await expect(page.getByText('75 von 600 Std.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('75 von 600 Std.')).toBeVisible();
    await expect(page.getByText('Professionelle Haltung')).toBeVisible();
  });

  test('refuses an address that another trainee has', async ({ page, openAs, complaints }) => {
    complaints.expected(/409/);
    await openAs('institution', '/piw-management?suche=yilmaz');
    await page.getByRole('link', { name: 'Bearbeiten: Sarah Yilmaz' }).click();
    await page.getByRole('textbox', { name: 'E-Mail' }).fill('anna.schmidt@praxis.example');
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Diese E-Mail-Adresse gehört schon zu einer anderen Person.')).toBeVisible();
  });

  test('deactivates a trainee and activates again', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?suche=el-amin');
    await page.getByRole('link', { name: 'Details: Fatima El-Amin' }).click();
    await page.getByRole('button', { name: 'Deaktivieren …' }).click();
    await page.getByRole('button', { name: 'PiW deaktivieren' }).click();
    await expect(page.getByText('PiW deaktiviert')).toBeVisible();
    await page.getByRole('button', { name: 'Wieder aktivieren' }).click();
    await expect(page.getByRole('button', { name: 'Deaktivieren …' })).toBeVisible();
  });

  test('exports what is shown as a CSV file', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?suche=schuster&spalten=stunden');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV exportieren' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toBe(
      '\uFEFFNachname;Vorname;E-Mail;Beispiel;Absolvierte Stunden;Stunden gesamt\r\n' +
        'Schuster;Daniel;daniel.schuster@praxis.example;ja;120;600',
    );
  });

  test('says that a trainee does not exist', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management/gibt-es-nicht');
    await expect(page.getByText('Diese Person gibt es nicht')).toBeVisible();
  });
});
