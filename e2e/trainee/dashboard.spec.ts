import { answerFunction, answerTable, breakTable } from '../support/backend';
import { expect, expectAccessible, test } from '../support/test';

/** The page's message about an undecided payment. */
const PENDING = {
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

/** Each of these states is covered in apps/trainee/src/pages/dashboard/DashboardPage.test.tsx. */
test('a failed part, an empty one and a payment under way can be used by everyone', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expected(/400 \(Bad Request\)/);
  const repair = await breakTable(page, 'nemus_competency_progress');
  await answerTable(page, 'nemus_my_appointments', []);
  await answerFunction(page, 'check-payment-status', () => ({ body: { success: false, message: '' } }));
  await answerFunction(page, 'verify-payment', () => ({ body: PENDING }));
  await openAs('piw', '/dashboard?course=success&session_id=cs_test_pending');
  await expect(page.getByText('Ihre Zahlung ist noch nicht eingegangen')).toBeVisible();
  await expect(page.getByText('Gerade steht kein Termin an.')).toBeVisible();
  const card = page.getByRole('alert').filter({ hasText: 'Laden fehlgeschlagen: Ihr Stand in den Kompetenzen' });
  await expect(card).toBeVisible();
  await expectAccessible(page);
  repair();
  await card.getByRole('button', { name: /Erneut/ }).click();
  // The database's own rows: courses, the six competencies and the three targets of the demo account.
  await expect(page.getByRole('region', { name: 'Kompetenzen' }).getByRole('progressbar')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Weiterbildungsziele' }).getByText('325 von 500 UE')).toBeVisible();
  await page
    .getByRole('region', { name: 'Laufende Kurse' })
    .getByRole('link', { name: /^Fortsetzen/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/seminar-catalog\?kurs=/);
  await expect(page.getByRole('dialog')).toBeVisible();
});
