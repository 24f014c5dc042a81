import { readMail } from '../support/mail';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

test('shows current and completed bookings with their participants', async ({ page, openAs }) => {
  await openAs('institution', '/course-bookings');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Details: Schematherapie: Modusarbeit' }).click();
  const details = page.getByRole('dialog', { name: 'Schematherapie: Modusarbeit' });
  await expect(details).toContainText('Bestätigt');
  await expect(details.getByRole('link', { name: 'Anna Schmidt' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(details).toBeHidden();
  await page.getByRole('tab', { name: /^Abgeschlossene/ }).click();
  await expect(page.getByRole('heading', { name: 'Grundlagen der Verhaltenstherapie' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('books a course with credits after one confirmation with the total', async ({ page, openAs }) => {
  await openAs('institution', '/course-bookings?ansicht=buchen');
  await expect(page.getByText('Verfügbare Credits:')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Kurse suchen' }).fill('entspannung');
  await page.getByRole('link', { name: 'Kurs buchen: Entspannungsverfahren anleiten' }).click();
  await page.getByRole('button', { name: 'Buchung prüfen' }).click();
  await expect(page.getByText('Bitte wählen Sie mindestens eine Person aus.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: /^Michael Weber/ }).check();
  await page.getByRole('checkbox', { name: /^Sarah Yilmaz/ }).check();
  await page.getByRole('button', { name: 'Buchung prüfen' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('2 Personen: Michael Weber, Sarah Yilmaz');
  await expect(question).toContainText('Gesamt: 120 Credits');
  await question.getByRole('button', { name: 'Verbindlich buchen' }).click();
  await expect(page.getByText('Kurs gebucht', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/course-bookings$/);
  await expect(page.getByRole('heading', { name: 'Entspannungsverfahren anleiten' })).toBeVisible();
  await expect.poll(async () => (await readMail(DEMO.institution.email)).subject).toContain('Entspannungsverfahren');

  await page.goto('/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000012');
  await expect(page.getByRole('checkbox', { name: /^Michael Weber/ })).toBeDisabled();
});

test('offers no credits that are not there', async ({ page, openAs }) => {
  await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010');
  await page.getByRole('button', { name: 'Alle auf dieser Seite auswählen' }).click();
  await expect(page.getByText(/^Nicht genügend Credits \(\d+ verfügbar\)$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buchung prüfen' })).toBeDisabled();
  await page.getByRole('radio', { name: /Mit Karte/ }).check();
  await expect(page.getByRole('button', { name: 'Buchung prüfen' })).toBeEnabled();
});

test('leads to the payment page in a new tab', async ({ page, openAs, context }) => {
  await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000001');
  await page.getByRole('checkbox', { name: /^Elena Petrova/ }).check();
  await page.getByRole('radio', { name: /Mit Karte/ }).check();
  await page.getByRole('button', { name: 'Buchung prüfen' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zur Zahlung' }).click();
  const payment = await opened;
  await expect(payment).toHaveURL(/checkout|\/c\//);
  await expect(page.getByRole('link', { name: /Zahlungsseite öffnen/ })).toBeVisible();
});
