import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

test('sums up the year and lists what was bought, by kind', async ({ page, openAs }) => {
  await openAs('institution', '/purchases');
  await expect(page.getByText('Ausgaben gesamt')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Als Tabelle' }).click();
  await expect(page.getByRole('table', { name: /^Ausgaben nach Monaten/ }).getByRole('row')).toHaveCount(13);
  await page.getByRole('tab', { name: /^Credits/ }).click();
  await expect(page).toHaveURL(/art=credits/);
  const list = page.getByRole('table', { name: /^Käufe/ });
  await expect(list).toContainText('Bezahlt');
  await expect(list).toContainText('Fehlgeschlagen');
  await page.getByRole('tab', { name: /^Kurse/ }).click();
  await expect(list).toContainText('Ausstehend');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('hands over the purchases as a CSV file and an invoice as a PDF', async ({ page, openAs }) => {
  await openAs('institution', '/purchases?art=credits');
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV exportieren' }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFDatum;Art;Bezeichnung;Teilnehmende;Credits;Betrag (EUR);Zahlungsart;Status;Rechnungsnummer',
  );
  expect(text).toMatch(/;Credits;200 Credits \(Beispiel\);;200;400,00;Karte;Bezahlt;MUSTER-\d{4}-\d{4}/);

  const pdf = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Rechnung MUSTER-/ })
    .first()
    .click();
  const invoice = await pdf;
  expect(invoice.suggestedFilename()).toMatch(/^rechnung-MUSTER-\d{4}-\d{4}\.pdf$/);
  expect((await readFile(await invoice.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('keeps the year in the address', async ({ page, openAs }) => {
  await openAs('institution', '/purchases');
  const year = page.getByRole('combobox', { name: 'Jahr' });
  const first = (await year.locator('option').last().getAttribute('value')) ?? '';
  await year.selectOption(first);
  await expect(page).toHaveURL(new RegExp(`jahr=${first}`));
  await expect(page.getByRole('heading', { name: `Jahresübersicht ${first}` })).toBeVisible();
});
