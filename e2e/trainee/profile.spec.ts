import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, test } from '../support/test';

/** The content of the forms is covered by the unit tests in apps/trainee/src/pages/profile. */
test('a profile is saved, its certificate has the name, and the sample data is removed', async ({ page }) => {
  const account = { ...newAccount(), firstName: 'Łucja', lastName: 'Yıldız' };
  await openWithSession(page, await createAccount(account), '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Łucja!');
  await page.getByRole('link', { name: 'Profil', exact: true }).click();
  // The letters of this name need a font that is fetched with the page's own policies.
  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^PDF herunterladen/ })
    .first()
    .click();
  const bytes = await readFile(await (await saved).path());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  expect(text).toContain('Łucja Yıldız');
  expect(text).toContain('Beispiel: ');

  // Nothing is invented about a person.
  await expect(page.getByRole('definition').filter({ hasText: /Lindenallee|1992/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Bearbeiten: Persönliche Daten' }).click();
  const form = page.getByRole('form', { name: 'Persönliche Daten' });
  await form.getByLabel('Vorname').fill('Lucja');
  await form.getByLabel(/^Postleitzahl/).fill('123');
  await form.getByRole('button', { name: 'Änderungen speichern' }).click();
  await expect(form.getByText('Eine Postleitzahl hat fünf Ziffern, in Österreich und der Schweiz vier.')).toBeVisible();
  await expectAccessible(page);
  // The browser's own back button asks like the menu does.
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await expect(page).toHaveURL(/\/profile\?bearbeiten=daten$/);
  await expect(form.getByLabel('Vorname')).toHaveValue('Lucja');
  await form.getByLabel(/^Postleitzahl/).fill('01067');
  await form.getByLabel(/^Ort/).fill('Dresden');
  await form.getByRole('button', { name: 'Änderungen speichern' }).click();
  await expect(page.getByText('Profil gespeichert')).toBeVisible();
  await expect(
    page.getByRole('navigation').or(page.getByRole('complementary')).getByText('Lucja Yıldız'),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('Lucja Yıldız').first()).toBeVisible();
  await expect(page.getByText(/01067 Dresden/)).toBeVisible();

  await page.getByRole('button', { name: 'Beispieldaten entfernen' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Beispieldaten entfernen?' });
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Beispieldaten entfernen' }).click();
  await expect(page.getByText('Noch keine Zertifikate')).toBeVisible();
  await expect(page.getByText('0 von 500 UE')).toBeVisible();
  await expect(page.getByText(/^Beispiel, /)).toHaveCount(0);
  await expectAccessible(page);
});

test('a profile is printed without buttons and navigation', async ({ page, openAs }) => {
  await openAs('piw', '/profile');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Seminarkatalog' })).toBeHidden();
  await expect(page.getByText('Zum Inhalt springen')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'Zertifikate' })).toBeVisible();
  // Sheets so low that the certificates need several: each repeats the list's title.
  const { text } = await extractText(new Uint8Array(await page.pdf({ width: '210mm', height: '90mm' })));
  const sheets = text.filter((sheet) => /Nr\. [A-Z]+-/.test(sheet));
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) expect(sheet).toContain('Zertifikate');
});
