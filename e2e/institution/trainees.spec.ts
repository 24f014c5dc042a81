import { expectOnPaper } from './paper';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

/** The pages' content is covered by the unit tests in apps/institution/src/pages/trainee and pages/trainees. */
test.describe('PiW Verwaltung', () => {
  test('finds a trainee, opens the details and returns, on a phone and on paper', async ({ page, openAs }) => {
    await openAs('institution', '/piw-management');
    const list = page.getByRole('table', { name: 'PiW Ihrer Weiterbildungsstätte' });
    const search = page.getByRole('searchbox', { name: 'PiW suchen' });
    // The database looks through names and addresses, and sorts.
    await search.fill('sarah.yilmaz@');
    await expect(list.getByRole('row')).toHaveCount(2);
    await search.fill('lukas hart');
    await expect(list.getByRole('row', { name: /Lukas Hartmann/ })).toBeVisible();
    await expect(page).toHaveURL(/suche=lukas\+hart/);
    await page.getByRole('link', { name: 'Details: Lukas Hartmann' }).click();
    await expect(page.getByText('180 von 600 Std.')).toBeVisible();
    const bookings = page.getByRole('table', { name: 'Kursbuchungen der PiW' });
    await expect(bookings).toContainText('Exposition und Reaktionsverhinderung');
    await expectAccessible(page);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Lukas Hartmann' })).toBeVisible();
    await expect(bookings).toBeVisible();
    expectOnPaper(await page.pdf({ format: 'A4' }));
    await page.emulateMedia({ media: 'screen' });

    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.goBack();
    await expect(page).toHaveURL(/suche=lukas\+hart/);
    await expectPageReady(page);
    await expectNoSidewaysScroll(page);
  });

  test('edits a trainee for good; the database refuses an address that another one has', async ({
    page,
    openAs,
    complaints,
  }) => {
    complaints.expected(/409/);
    await openAs('institution', '/piw-management?status=active&sortierung=-stunden&suche=petrova');
    await page.getByRole('link', { name: 'Bearbeiten: Elena Petrova' }).click();
    const email = page.getByRole('textbox', { name: 'E-Mail' });
    const own = await email.inputValue();
    await email.fill('anna.schmidt@praxis.example');
    await page.getByRole('textbox', { name: 'Absolvierte Stunden' }).fill('75');
    await page.getByRole('checkbox', { name: 'Professionelle Haltung' }).check();
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Diese E-Mail-Adresse gehört schon zu einer anderen Person.')).toBeVisible();
    await expectAccessible(page);
    await email.fill(own);
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Angaben gespeichert')).toBeVisible();
    await page.reload();
    await expect(page.getByText('75 von 600 Std.')).toBeVisible();
    await expect(page.getByText('Professionelle Haltung')).toBeVisible();
    await page.getByRole('button', { name: 'Deaktivieren …' }).click();
    await page.getByRole('button', { name: 'PiW deaktivieren' }).click();
    await expect(page.getByRole('button', { name: 'Wieder aktivieren' })).toBeVisible();
  });
});
