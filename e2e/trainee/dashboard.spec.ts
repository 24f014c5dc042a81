import { answerFunction, answerTable, breakTable } from '../support/backend';
import { expect, expectAccessible, test } from '../support/test';

test.describe('the dashboard of a trainee', () => {
  test('greets by first name and shows courses, competencies, targets and the next appointment', async ({
    page,
    openAs,
  }) => {
    await openAs('piw', '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück, Miriam!');
    const tiles = page.getByRole('list', { name: 'Ihre Kurse in Zahlen' }).getByRole('listitem');
    await expect(tiles).toHaveCount(4);
    await expect(tiles.first()).toContainText('Eingeschriebene Kurse');
    await expect(tiles.last()).toContainText('Gesamtstunden');
    const competencies = page.getByRole('region', { name: 'Kompetenzen' }).getByRole('progressbar');
    await expect(competencies).toHaveCount(6);
    const targets = page.getByRole('region', { name: 'Weiterbildungsziele' });
    for (const figures of ['325 von 500 UE', '240 von 350 UE', '85 von 150 UE']) {
      await expect(targets.getByText(figures)).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Nächster Termin' })).toContainText('Uhr');
    const running = page.getByRole('region', { name: 'Laufende Kurse' }).getByRole('link', { name: /^Fortsetzen/ });
    expect(await running.count()).toBeLessThanOrEqual(3);
    await running.first().click();
    await expect(page).toHaveURL(/\/seminar-catalog\?kurs=/);
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('tells a fresh account where to begin', async ({ page, openAs }) => {
    for (const table of [
      'nemus_course_enrollments',
      'nemus_learning_progress',
      'nemus_my_appointments',
      'nemus_training_progress',
    ]) {
      await answerTable(page, table, []);
    }
    await openAs('piw', '/dashboard');
    await expect(page.getByText('Noch kein Kurs begonnen')).toBeVisible();
    await expect(page.getByText('Gerade steht kein Termin an.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Seminarkatalog öffnen' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
  });

  test('lets one part fail alone and loads it again when asked', async ({ page, openAs, complaints }) => {
    complaints.expected(/400 \(Bad Request\)/);
    const repair = await breakTable(page, 'nemus_competency_progress');
    await openAs('piw', '/dashboard');
    const card = page.getByRole('alert').filter({ hasText: 'Laden fehlgeschlagen: Ihr Stand in den Kompetenzen' });
    await expect(card).toBeVisible();
    await expect(card.getByText('Support-ID')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Ihre Kurse in Zahlen' })).toBeVisible();
    await expectAccessible(page);
    repair();
    await card.getByRole('button', { name: /Erneut/ }).click();
    await expect(page.getByRole('region', { name: 'Kompetenzen' }).getByRole('progressbar')).toHaveCount(6);
  });
});

test.describe('coming back from the payment provider', () => {
  const returned = '/dashboard?course=success&session_id=cs_test_of_somebody_else';
  const verification = {
    success: false,
    already_processed: false,
    message: 'Die Zahlung ist noch nicht eingegangen.',
    credits_added: null,
    available_credits: null,
    total_credits: null,
    subscription_tier: null,
    payment_details: { amount_paid: null },
    status: 'pending',
    kind: 'course',
  };

  test('tells of a cancelled purchase and tidies the address up', async ({ page, openAs }) => {
    await openAs('piw', '/dashboard?course=cancelled');
    await expect(page.getByText('Kauf abgebrochen')).toBeVisible();
    await expect(page.getByText('Der Kaufvorgang wurde abgebrochen.')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('says the words of S-9.10 for a session of somebody else', async ({ page, openAs, complaints }) => {
    complaints.expected(/404 \(Not Found\)/);
    await openAs('piw', returned);
    await expect(page.getByText('Fehler bei der Kursregistrierung', { exact: true })).toBeVisible();
    await expect(
      page.getByText(
        'Ihr Kauf war erfolgreich, aber es gab einen Fehler bei der Kursregistrierung. Bitte kontaktieren Sie den Support.',
      ),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('says that the money is on its way, looks again, and refreshes the courses', async ({ page, openAs }) => {
    let paid = false;
    let looks = 0;
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/nemus_course_enrollments') && request.method() === 'GET') reads += 1;
    });
    await answerFunction(page, 'check-payment-status', () => {
      looks += 1;
      return { body: { success: paid, message: '' } };
    });
    await answerFunction(page, 'verify-payment', () => ({ body: verification }));
    await openAs('piw', returned);
    await expect(page.getByText('Ihre Zahlung ist noch nicht eingegangen')).toBeVisible();
    await expectAccessible(page);
    const [readsBefore, looksBefore] = [reads, looks];
    const look = page.getByRole('button', { name: 'Jetzt prüfen' });
    await look.click();
    await expect.poll(() => looks).toBeGreaterThan(looksBefore);
    paid = true;
    // It looks by itself for a while, too; whichever look comes first finds the payment.
    await expect(async () => {
      if (await look.isVisible()) await look.click({ timeout: 1_000 });
      await expect(page.getByText('Kurs erfolgreich gekauft!')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText('Ihre Zahlung ist noch nicht eingegangen')).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => reads).toBeGreaterThan(readsBefore);
  });
});
