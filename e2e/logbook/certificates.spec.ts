import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractText } from 'unpdf';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';
import { ask, institutionWithTrainee } from './confirming';

const FILE = path.resolve(import.meta.dirname, '../../supabase/seeds/files/fc000000-0000-4000-8000-000000000001.pdf');

test('a certificate from elsewhere is uploaded, confirmed by an account, counted, and on the paper', async ({
  browser,
  page,
  storedSession,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const { institution, trainee } = await institutionWithTrainee(await storedSession('operator'));
  const ada = newAccount();
  const leader = await createAccount(ada);
  // She confirms for one site alone, where the trainee is.
  await ask(institution, 'rest/v1/rpc/nemus_name_confirmer', {
    p_name: 'Ada Lehr',
    p_email: ada.email,
    p_role: 'leader',
    p_valid_from: '2020-01-01',
    p_site: 'Klinik am See',
  });
  await ask(trainee, 'rest/v1/rpc/nemus_save_site', {
    p_site: { name: 'Klinik am See', started_on: '2026-10-01', share: 100 },
  });
  await ask(trainee, 'rest/v1/rpc/nemus_choose_requirements', {
    p_set: '5e7a0000-0000-4000-8000-000000000001',
    p_present: null,
  });
  const hers = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await openWithSession(hers, leader, '/logbook/inbox');
  await hers.getByRole('button', { name: 'Annehmen' }).press('Enter');
  await expect(hers.getByText('Nichts wartet auf Sie')).toBeVisible();

  await openWithSession(page, trainee, '/logbook/certificates');
  await page.getByRole('button', { name: 'Zertifikat hinzufügen' }).press('Enter');
  await page.getByLabel('Datei hochladen').setInputFiles(FILE);
  await expect(page.getByText(/^Hochgeladen: /)).toBeVisible();
  await page.getByLabel('Titel des Kurses').fill('Traumatherapie');
  await page.getByLabel('Ausgestellt von').fill('Akademie am Park');
  await page.getByLabel('Letzter Tag').fill('2026-03-01');
  await page.getByLabel('Umfang in UE').fill('16');
  await page.getByLabel('Wer bestätigt').selectOption('Ada Lehr (Ambulanz am See)');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Einreichen' }).press('Enter');
  await expect(page.getByText(/^Eingereicht am /)).toBeVisible();

  await hers.reload();
  const opened = hers.waitForEvent('download');
  await hers.getByRole('button', { name: /^Datei ansehen: Traumatherapie/ }).press('Enter');
  expect(await readFile(await (await opened).path())).toEqual(await readFile(FILE));
  await hers.getByRole('button', { name: /^Woche bestätigen/ }).press('Enter');
  await hers.getByRole('dialog').getByRole('button', { name: 'Bestätigen' }).press('Enter');
  await expect(hers.getByText('Nichts wartet auf Sie')).toBeVisible();
  await hers.context().close();

  await openWithSession(page, trainee, '/logbook/credit');
  await expect(page.getByRole('img', { name: /^Theorie: 16 von 500/ })).toBeVisible();
  await page.getByRole('link', { name: 'Ausdruck' }).press('Enter');
  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF erstellen' }).press('Enter');
  const { text } = await extractText(new Uint8Array(await readFile(await (await paper).path())), { mergePages: true });
  expect(text).toMatch(/Traumatherapie.*Akademie am Park.*Ada Lehr/);
});
