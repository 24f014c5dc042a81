import { extractText } from 'unpdf';
import { expect, test } from '../support/test';

/** Pages that are printed: what frames them on the screen stays away, what they say stays. */
test.describe('on paper', () => {
  test('purchases are the year, its figures and the whole list', async ({ page, openAs }) => {
    await openAs('institution', '/purchases');
    await expect(page.getByRole('table', { name: /^Käufe/ })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByText('Zum Inhalt springen')).toBeHidden();
    await expect(page.getByRole('tablist')).toBeHidden();
    await expect(page.getByRole('button', { name: 'CSV exportieren' })).toBeHidden();
    await expect(page.getByRole('heading', { name: /^Jahresübersicht/ })).toBeVisible();
    await expect(page.getByRole('table', { name: /^Käufe/ })).toBeVisible();
    await expectOnPaper(await page.pdf({ format: 'A4' }));
    // Sheets so low that the list needs several: each says again what its columns are.
    const { text } = await extractText(new Uint8Array(await page.pdf({ width: '210mm', height: '110mm' })));
    const sheets = text.filter((sheet) => /MUSTER-/.test(sheet));
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) expect(sheet).toContain('Zahlungsart');
  });

  test('a trainee’s details are the person, without buttons', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management?suche=hartmann');
    await page.getByRole('link', { name: 'Details: Lukas Hartmann' }).click();
    await expect(page.getByText('180 von 600 Std.')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Lukas Hartmann' })).toBeVisible();
    await expect(page.getByText('180 von 600 Std.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Kursbuchungen der PiW' })).toBeVisible();
    await expectOnPaper(await page.pdf({ format: 'A4' }));
  });
});

/** A file of one to three pages: nothing was cut off at the first, and none is empty for a frame that stayed. */
async function expectOnPaper(pdf: Buffer) {
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(3);
}
