import { expect, type Page } from '@playwright/test';
import { confirmAddress } from '../../support/accounts';
import { openCheckout, pay } from '../../support/checkout';
import { expectPageReady } from '../../support/test';
import { look } from './look';
import { COURSE, QUESTIONS, SEMINAR } from './seminar';

/** The invited person registers from the mail's link, confirms the address and accepts. */
export async function accept(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Passwort', { exact: true }).fill('wald-und-wiese-7');
  await page.getByLabel('Passwort bestätigen').fill('wald-und-wiese-7');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
  await confirmAddress(page, email);
  await expect(page).toHaveURL(/\/einladung\?/);
  await page.getByRole('button', { name: 'Annehmen' }).click();
  await expect(page.getByText('Einladung angenommen')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** The person finds the seminar and chooses its first date. */
export async function chooseDate(page: Page, seminar: string): Promise<void> {
  await page.goto('/dashboard');
  await look(page, 'trainee-dashboard-booked');
  await page.goto('/seminar-catalog');
  await look(page, 'trainee-catalogue');
  await page.goto(`/seminar-catalog/${seminar}`);
  await look(page, 'trainee-course');
  await chooseFirst(page);
  await page.goto('/appointments');
  await expect(page.getByText(SEMINAR.title).first()).toBeVisible();
  await look(page, 'trainee-appointments');
}

/** The person reads the e-learning course and passes its quiz. */
export async function learn(page: Page, course: string): Promise<void> {
  await page.goto('/e-learning');
  await expect(page.getByText(COURSE).first()).toBeVisible();
  await look(page, 'trainee-learning');
  await page.goto(`/course/${course}`);
  await look(page, 'trainee-learning-course');
  await page.getByRole('link', { name: 'Block A öffnen' }).click();
  await expect(page.getByRole('heading', { name: 'Was Angst ist' })).toBeVisible();
  await look(page, 'trainee-reading');
  await page.getByRole('button', { name: /Quiz|Weiter/ }).click();
  for (const [index] of QUESTIONS.entries()) {
    await expect(page.getByText(`Frage ${index + 1} von 3`)).toBeVisible();
    const asked = (await page.locator('#quizfrage').textContent()) ?? '';
    const right = QUESTIONS.find(([question]) => question === asked)?.[1] ?? '';
    await page.getByRole('button', { name: right, exact: true }).click();
    await expect(page.getByText('Richtig!')).toBeVisible();
    if (index === 0) await look(page, 'trainee-quiz');
    await page.getByRole('button', { name: /Nächste Frage|Quiz abschließen/ }).click();
  }
  await expectPageReady(page);
  await page.goto(`/course/${course}`);
  await expect(page.getByRole('progressbar', { name: 'Fortschritt im Kurs' })).toHaveAttribute('aria-valuenow', '100');
  await look(page, 'trainee-learned');
}

/** Everything that shows the person what was reached. @returns numbers of the certificates. */
export async function seeOutcome(page: Page, seminar: string, name: string): Promise<string[]> {
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Theorie' })).toHaveAttribute('aria-valuetext', /^4 von/);
  await expect(page.getByRole('progressbar', { name: /^Praxis/ })).toHaveAttribute('aria-valuetext', /^2 von/);
  await expect(page.getByRole('progressbar', { name: 'E-Learning' })).toHaveAttribute('aria-valuetext', /^2 von/);
  await look(page, `trainee-dashboard-${name}`);
  await page.goto('/competencies');
  // Two modules of ten: the date and the e-learning course.
  await expect(page.getByText('Am weitesten: Fachliche Kompetenz (20 %)')).toBeVisible();
  await look(page, `trainee-competencies-${name}`);
  await page.goto(`/seminar-catalog/${seminar}`);
  await look(page, `trainee-course-${name}`);
  await page.goto('/appointments');
  await look(page, `trainee-appointments-${name}`);
  await page.goto('/profile');
  await expectPageReady(page);
  await expect(page.getByRole('heading', { name: 'Zertifikate' })).toBeVisible();
  await look(page, `trainee-profile-${name}`);
  const text = (await page.getByRole('main').textContent()) ?? '';
  return [...text.matchAll(/Nr\. (\S+?)(?=PDF|\s|$)/g)].map(([, number = '']) => number);
}

/** A person without an institution buys the seminar with a card. */
export async function buyByCard(page: Page, seminar: string): Promise<void> {
  await page.goto(`/seminar-catalog/${seminar}`);
  await look(page, 'buyer-course');
  const tab = await openCheckout(page, page.getByRole('button', { name: /^Jetzt kaufen/ }));
  await pay(tab);
  await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
  await tab.close();
  await page.goto(`/seminar-catalog/${seminar}`);
  await expect(page.getByRole('heading', { name: 'Ihr Kurs' })).toBeVisible();
}

/** After the refund the seminar is for sale again, and its place is free. */
export async function seeRefund(page: Page, seminar: string): Promise<void> {
  await page.goto(`/seminar-catalog/${seminar}`);
  await expect(page.getByRole('button', { name: /^Jetzt kaufen/ })).toBeVisible();
  await look(page, 'buyer-refunded');
  await page.goto('/appointments');
  await look(page, 'buyer-appointments-refunded');
  await page.goto('/profile/kaeufe');
  await look(page, 'buyer-purchases-refunded');
}

/** On the page of a seminar that the person has: takes its first date. */
export async function chooseFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Termin wählen' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Termin wählen' })).toBeVisible();
  await look(page, 'trainee-choose');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Wählen:/ })
    .first()
    .click();
  await look(page, 'trainee-choose-confirm');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /wählen/i })
    .click();
  await expect(page.getByText(/Ihr Termin „/)).toBeVisible();
  await look(page, 'trainee-course-chosen');
}
