import { openCheckout, pay } from '../../support/checkout';
import { readMail } from '../../support/mail';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/test';

test('shows current and completed bookings with their participants', { tag: '@soak' }, async ({ page, openAs }) => {
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
  await expect(page.getByText(/^Bitte wählen Sie mindestens eine Person aus\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /kaufen/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: /^Michael Weber/ }).check();
  await page.getByRole('checkbox', { name: /^Sarah Yilmaz/ }).check();
  await expect(page.getByText('120 Credits oder 240,00 € inkl. 19 % USt.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Mit 120 Credits kaufen/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('2 Personen');
  await expect(question).toContainText('Gesamt: 120 Credits');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Jetzt kaufen' }).click();
  await expect(page.getByText('Kurs gekauft', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/course-bookings$/);
  await expect(page.getByRole('heading', { name: 'Entspannungsverfahren anleiten' })).toBeVisible();
  await expect.poll(async () => (await readMail(DEMO.institution.email)).subject).toContain('Entspannungsverfahren');

  await page.getByRole('link', { name: 'Details: Entspannungsverfahren anleiten' }).click();
  const details = page.getByRole('dialog', { name: 'Entspannungsverfahren anleiten' });
  await expect(details.getByText(/solange die Person keinen Termin hat/)).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Platz stornieren: Sarah Yilmaz' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Platz stornieren' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText('60 Credits sind wieder verfügbar.')).toBeVisible();
  await expect(details.getByText('1 von 1 Platz')).toBeVisible();

  await page.goto('/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000012');
  await expect(page.getByRole('checkbox', { name: /^Michael Weber/ })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /^Sarah Yilmaz/ })).toBeEnabled();
});

test('offers no missing credits', { tag: '@soak' }, async ({ page, openAs }) => {
  await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010');
  await page.getByRole('button', { name: 'Alle auf dieser Seite auswählen' }).click();
  await expect(page.getByText(/^Nicht genügend Credits \(\d+ verfügbar\)$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mit [\d.]+ Credits kaufen/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Mit Karte kaufen/ })).toBeEnabled();
});

test(
  'books by card from the chosen day on: the form notices the payment',
  { tag: '@soak' },
  async ({ page, openAs }) => {
    test.slow();
    // A seminar that is e-learning alone: one with dates has no first day.
    await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000017');
    await page.getByRole('checkbox', { name: /^Elena Petrova/ }).check();
    const start = page.getByLabel('Erster Kurstag');
    await start.fill('2020-01-01');
    await expect(page.getByText(/^Bitte wählen Sie einen Tag ab heute/)).toBeVisible();
    await expect(page.getByRole('button', { name: /kaufen/ })).toHaveCount(0);
    const day = new Date(Date.now() + 40 * 24 * 3_600_000);
    await start.fill(day.toISOString().slice(0, 10));
    const course = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
    await page.getByRole('button', { name: /^Mit Karte kaufen/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 Person');
    const tab = await openCheckout(page, question.getByRole('button', { name: 'Zur Zahlung' }));
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeVisible();
    await expectAccessible(page);
    await pay(tab);
    await expect(tab).toHaveURL(/\/dashboard$/);
    await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
    await expect(page).toHaveURL(/\/course-bookings$/, { timeout: 20_000 });
    const bookings = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: course }) });
    await expect(bookings.filter({ hasText: 'Bestätigt' })).toContainText(
      day.toLocaleDateString('de-DE', { dateStyle: 'medium', timeZone: 'UTC' }),
    );
  },
);

test('can be done on a phone', { tag: '@soak' }, async ({ page, openAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010');
  await expectNoSidewaysScroll(page);
  await page.getByRole('checkbox', { name: /^Anna Schmidt/ }).check();
  const byCard = page.getByRole('button', { name: /^Mit Karte kaufen/ });
  await expect(byCard).toBeEnabled();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await byCard.click();
  await expect(page.getByRole('alertdialog')).toContainText('Gesamt:');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test(
  'without the payments area people can be selected, and the page says that payment is unavailable',
  { tag: '@soak' },
  async ({ page, openAs, complaints }) => {
    complaints.expected(/payments/);
    await page.route('**/releases/payments/**', (route) => route.abort());
    await openAs('institution', '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010');
    await expect(page.getByText(/^Verfügbare Credits: \d+/)).toBeVisible({ timeout: 30_000 });
    await page.getByRole('checkbox', { name: /^Anna Schmidt/ }).check();
    await expect(page.getByText('Die Buchung ist gerade nicht möglich')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('checkbox', { name: /^Anna Schmidt/ })).toBeChecked();
    await expectAccessible(page);
  },
);
