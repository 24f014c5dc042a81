import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

/** A list of 2025: four sessions a day, as another program exports it. */
const ROWS = Array.from({ length: 1_000 }, (_, row) => {
  const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(row / 4)));
  return `${day.toISOString().slice(0, 10)};${row % 5 === 0 ? 'Einzelsupervision' : 'Einzeltherapie'};0:50;AB`;
});

test('a thousand rows of a spreadsheet are imported in five clicks, and once', async ({ page }) => {
  await openWithSession(page, await createAccount(newAccount()), '/logbook/entries');
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).click();
  };
  const choose = async () => {
    await expectPageReady(page);
    const chooser = page.waitForEvent('filechooser');
    await click('button', /^Datei wählen$/);
    const buffer = Buffer.from(['Datum;Leistung;Dauer;Chiffre', ...ROWS].join('\r\n'));
    await (await chooser).setFiles({ name: 'stunden.csv', mimeType: 'text/csv', buffer });
  };
  await click('link', /^Stunden übernehmen$/);
  await choose();
  await expect(page.getByText('1.000 Zeilen werden übernommen')).toBeVisible();
  await expectAccessible(page);
  await click('button', /^Für alle 1 ohne Fall einen neuen anlegen$/);
  await click('button', /^1\.000 Einträge übernehmen$/);
  await expect(page.getByText('1.000 Einträge übernommen')).toBeVisible({ timeout: 60_000 });
  expect(clicks).toBeLessThanOrEqual(5);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);

  // The same file again: everything is there already.
  await page.goto('/logbook/import');
  await choose();
  await expect(page.getByText('1.000 Zeilen stehen schon im Logbuch')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('button', { name: 'Übernehmen' })).toBeDisabled();
  await page.getByLabel('Liste').fill('');
  await page.getByRole('link', { name: 'Alle Einträge' }).last().click();
  await expect(page.getByText(/1\.000 Einträge gefunden/)).toBeVisible();
  await expect(page.getByText('Übernommen', { exact: true })).toHaveCount(50);
});
