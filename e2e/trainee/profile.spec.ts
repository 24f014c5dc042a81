import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { newAccount, signUp } from '../support/accounts';
import { answerTable } from '../support/backend';
import { expect, expectAccessible, expectPageReady, test } from '../support/test';

test.describe('the profile', () => {
  test('shows personal data, training, certificates and three bars with their mean', async ({ page, openAs }) => {
    await openAs('piw', '/profile');
    for (const title of ['Persönliche Daten', 'Weiterbildung', 'Weiterbildungsstand', 'Zertifikate']) {
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    }
    await expect(page.getByText('325 von 500 UE')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Gesamtfortschritt' })).toHaveAttribute('aria-valuenow', '63');
  });

  test('is edited, checked and saved for good, and the portal knows the new name', async ({ page }) => {
    await signUp(page, newAccount());
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Bearbeiten: Persönliche Daten' }).click();
    const form = page.getByRole('form', { name: 'Persönliche Daten' });
    await form.getByLabel('Vorname').fill('Łucja');
    await form.getByLabel(/^Postleitzahl/).fill('123');
    await form.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(form.getByText('Eine Postleitzahl hat fünf Ziffern.')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel(/^Postleitzahl/).fill('01067');
    await form.getByLabel(/^Ort/).fill('Dresden');
    await form.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Profil gespeichert')).toBeVisible();
    await expect(page.getByText(/01067 Dresden/)).toBeVisible();
    await expect(
      page.getByRole('navigation').or(page.getByRole('complementary')).getByText('Łucja Sommer'),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText('Łucja Sommer').first()).toBeVisible();
    await expect(page.getByText(/01067 Dresden/)).toBeVisible();
  });

  test('spells a new name rightly on a certificate, and lets go of the sample data', async ({ page }) => {
    await signUp(page, { ...newAccount(), firstName: 'Łucja', lastName: 'Yıldız' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Łucja!');
    await page.goto('/profile');
    // Nothing is invented about a person.
    await expect(page.getByRole('definition').filter({ hasText: /Lindenallee|1992/ })).toHaveCount(0);
    const saved = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^PDF herunterladen/ })
      .first()
      .click();
    const bytes = await readFile(await (await saved).path());
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('Łucja Yıldız');
    expect(text).toContain('Beispiel: ');

    await page.getByRole('button', { name: 'Beispieldaten entfernen' }).click();
    const question = page.getByRole('alertdialog', { name: 'Beispieldaten entfernen?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Beispieldaten entfernen' }).click();
    await expect(page.getByText('Noch keine Zertifikate')).toBeVisible();
    await expect(page.getByText('0 von 500 UE')).toBeVisible();
    await expect(page.getByText(/^Beispiel, /)).toHaveCount(0);
  });

  test('asks before unsaved work is left, by the menu and by the back button', async ({ page, openAs }) => {
    await openAs('piw', '/dashboard');
    await page.getByRole('link', { name: 'Profil', exact: true }).click();
    await page.getByRole('button', { name: 'Bearbeiten: Weiterbildung' }).click();
    const chamber = page.getByRole('form', { name: 'Weiterbildung' }).getByLabel(/^Kammer/);
    await chamber.fill('Kammer Hessen');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(chamber).toHaveValue('Kammer Hessen');
    await page.goBack();
    await question.getByRole('button', { name: 'Änderungen verwerfen' }).click();
    await expect(page.getByRole('form')).toHaveCount(0);
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('is printed without buttons and navigation', async ({ page, openAs }) => {
    await openAs('piw', '/profile');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Bearbeiten/ }).first()).toBeHidden();
    await expect(page.getByRole('link', { name: 'Seminarkatalog' })).toBeHidden();
    await expect(page.getByText('Zum Inhalt springen')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2, name: 'Zertifikate' })).toBeVisible();
    // Sheets so low that the certificates need several: each says again what its list is.
    const { text } = await extractText(new Uint8Array(await page.pdf({ width: '210mm', height: '90mm' })));
    const sheets = text.filter((sheet) => /Nr\. [A-Z]+-/.test(sheet));
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) expect(sheet).toContain('Zertifikate');
  });

  test('shows an institution its account alone', async ({ page, openAs }) => {
    await openAs('institution', '/profile');
    await expect(page.getByRole('heading', { level: 2, name: 'Kontodaten' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('without certificates says how they come', async ({ page, openAs }) => {
    await answerTable(page, 'rpc/nemus_my_certificates', []);
    await openAs('piw', '/profile');
    await expectPageReady(page);
    await expect(page.getByText('Noch keine Zertifikate')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('the competencies', () => {
  test('are six cards and a picture with its numbers as a table, each leading to its courses', async ({
    page,
    openAs,
  }) => {
    await openAs('piw', '/competencies');
    const cards = page.getByRole('list', { name: 'Kompetenzen' }).getByRole('listitem');
    await expect(cards).toHaveCount(6);
    await expect(cards.first()).toContainText(/\d+ von \d+ Modulen abgeschlossen/);
    await expect(cards.first()).toContainText('Nächstes Modul:');
    await expect(
      page.getByRole('table', { name: 'Fortschritt in den sechs Kompetenzen' }).getByRole('row'),
    ).toHaveCount(6);
    await page.getByRole('link', { name: 'Passende Kurse: Beziehungsgestaltung' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog\?kompetenz=beziehungsgestaltung/);
    await expect(page.getByRole('button', { name: /^Beziehungsgestaltung/ })).toHaveAttribute('aria-pressed', 'true');
  });
});
