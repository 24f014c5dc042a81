import { expectOnPaper, textOf } from './paper';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

/** The page's content is covered in apps/institution/src/pages/purchases/PurchasesPage.test.tsx. */
test('purchases fit on a phone, and on paper are the year, its figures and the whole list', async ({
  page,
  openAs,
}) => {
  await openAs('institution', '/purchases');
  const list = page.getByRole('table', { name: /^Käufe/ });
  // The database hands over the purchase with its invoice.
  await expect(list).toContainText('Bezahlt');
  await expect(page.getByRole('button', { name: /^Rechnung MUSTER-/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Als Tabelle' }).click();
  await expect(page.getByRole('table', { name: /^Ausgaben nach Monaten/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Als Diagramm' }).click();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByText('Zum Inhalt springen')).toBeHidden();
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(page.getByRole('button', { name: 'CSV exportieren' })).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Jahresübersicht/ })).toBeVisible();
  await expect(list).toBeVisible();
  expectOnPaper(await page.pdf({ format: 'A4' }));
  // Sheets so low that the list needs several: each repeats the column headers.
  const sheets = (await textOf(await page.pdf({ width: '210mm', height: '110mm' }))).filter((sheet) =>
    /MUSTER-/.test(sheet),
  );
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) expect(sheet).toContain('Zahlungsart');
});
