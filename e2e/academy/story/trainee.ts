import { expect, type Page } from '@playwright/test';
import { confirmAddress } from '../../support/accounts';
import { pay } from '../../support/checkout';
import { expectPageReady } from '../../support/test';
import { checkScreen } from './check-screen';
import { openFirstCheckout, type Person } from './people';
import { COURSE, QUESTIONS, SEMINAR } from './seminar';

/** The invited person registers from the mail's link, confirms the address and accepts. */
export async function accept(page: Page, link: string, { email, password }: Person): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('Passwort bestätigen').fill(password);
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
  await checkScreen(page, 'trainee-dashboard-booked');
  await page.goto('/seminar-catalog');
  await checkScreen(page, 'trainee-catalogue');
  await page.goto(`/seminar-catalog/${seminar}`);
  await checkScreen(page, 'trainee-course');
  await chooseFirst(page);
  await page.goto('/appointments');
  await expect(page.getByText(SEMINAR.title).first()).toBeVisible();
  await checkScreen(page, 'trainee-appointments');
}

/** On the page of a booked seminar: takes its first date. */
async function chooseFirst(page: Page): Promise<void> {
  await openDates(page, 'Termin wählen');
  await checkScreen(page, 'trainee-choose');
  await answer(page, /^Wählen:/, 'trainee-choose-confirm');
  await expect(page.getByText(/Ihr Termin „/)).toBeVisible();
  await checkScreen(page, 'trainee-course-chosen');
}

/** Opens the dates of a seminar from its page. */
export async function openDates(page: Page, name: 'Termin wählen' | 'Termin ändern'): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** Takes the first date with a button of this name, and confirms. */
export async function answer(page: Page, button: RegExp, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).first().click();
  await checkScreen(page, name);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Termin (wählen|ändern)|Auf die Warteliste)$/ })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

/** The film of the open module plays, with German subtitles, and its PDF is one. */
async function seeFiles(page: Page): Promise<void> {
  const film = page.getByLabel('Video: Was Angst ist');
  await expect
    .poll(() => film.evaluate((video) => (video instanceof HTMLVideoElement ? video.readyState : 0)))
    .toBeGreaterThan(0);
  await expect
    .poll(() =>
      film.evaluate((video) => (video instanceof HTMLVideoElement ? (video.textTracks[0]?.cues?.length ?? 0) : 0)),
    )
    .toBeGreaterThan(0);
  const address = await page.getByRole('link', { name: 'Angst (PDF)' }).getAttribute('href');
  const file = await page.request.get(address ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).toString()).toContain('%PDF-');
}

/** The person reads the e-learning course and passes its quiz. */
export async function learn(page: Page, course: string): Promise<void> {
  await page.goto('/e-learning');
  await expect(page.getByText(COURSE).first()).toBeVisible();
  await checkScreen(page, 'trainee-learning');
  await page.goto(`/course/${course}`);
  await checkScreen(page, 'trainee-learning-course');
  await page.getByRole('link', { name: 'Block A öffnen' }).click();
  await expect(page.getByRole('heading', { name: 'Was Angst ist' })).toBeVisible();
  await seeFiles(page);
  await checkScreen(page, 'trainee-reading');
  await page.getByRole('button', { name: /Quiz|Weiter/ }).click();
  for (const [index] of QUESTIONS.entries()) {
    await expect(page.getByText(`Frage ${index + 1} von 3`)).toBeVisible();
    const asked = (await page.locator('#quizfrage').textContent()) ?? '';
    const right = QUESTIONS.find(([question]) => question === asked)?.[1] ?? '';
    await page.getByRole('button', { name: right, exact: true }).click();
    await expect(page.getByText('Richtig!')).toBeVisible();
    await checkScreen(page, 'trainee-quiz');
    await page.getByRole('button', { name: /Nächste Frage|Quiz abschließen/ }).click();
  }
  await expectPageReady(page);
  await page.goto(`/course/${course}`);
  await expect(page.getByRole('progressbar', { name: 'Fortschritt im Kurs' })).toHaveAttribute('aria-valuenow', '100');
  await checkScreen(page, 'trainee-learned');
}

/** The person enters the code of the room. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.goto('/appointments/code');
  await checkScreen(page, 'trainee-code');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Anwesenheit eintragen' }).click();
  await expect(page.getByText('Ihre Anwesenheit ist eingetragen.')).toBeVisible();
  await checkScreen(page, 'trainee-code-taken');
}

/** Every page that shows the person's results. @returns numbers of the certificates. */
export async function seeOutcome(page: Page, seminar: string): Promise<string[]> {
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Theorie' })).toHaveAttribute('aria-valuetext', /^4 von/);
  await expect(page.getByRole('progressbar', { name: /^Praxis/ })).toHaveAttribute('aria-valuetext', /^2 von/);
  await expect(page.getByRole('progressbar', { name: 'E-Learning' })).toHaveAttribute('aria-valuetext', /^2 von/);
  await checkScreen(page, 'trainee-dashboard-done');
  await page.goto('/competencies');
  // Two modules of ten: the date and the e-learning course.
  await expect(page.getByText('Am weitesten: Fachliche Kompetenz (20 %)')).toBeVisible();
  await checkScreen(page, 'trainee-competencies-done');
  await page.goto(`/seminar-catalog/${seminar}`);
  await expect(page.getByText('Sie haben diesen Kurs abgeschlossen.')).toBeVisible();
  await checkScreen(page, 'trainee-course-done');
  await page.goto('/appointments');
  await checkScreen(page, 'trainee-appointments-done');
  return readCertificates(page);
}

/** @returns numbers of the person's certificates, as the profile shows them. */
async function readCertificates(page: Page): Promise<string[]> {
  await page.goto('/profile');
  await expectPageReady(page);
  await expect(page.getByRole('heading', { name: 'Zertifikate' })).toBeVisible();
  await checkScreen(page, 'trainee-profile-done');
  const text = (await page.getByRole('main').textContent()) ?? '';
  return [...text.matchAll(/Nr\. ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})/g)].map(([, number = '']) => number);
}

/** A person without an institution buys the seminar with a card. */
export async function buyByCard(page: Page, seminar: string): Promise<void> {
  await page.goto(`/seminar-catalog/${seminar}`);
  await checkScreen(page, 'buyer-course');
  const tab = await openFirstCheckout(page, page.getByRole('button', { name: /^Jetzt kaufen/ }));
  await pay(tab);
  await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
  await tab.close();
  await page.goto(`/seminar-catalog/${seminar}`);
  await expect(page.getByRole('heading', { name: 'Ihr Kurs' })).toBeVisible();
}

/** After the refund the seminar is for sale again; past attendance still counts. */
export async function seeRefund(page: Page, seminar: string): Promise<void> {
  await page.goto(`/seminar-catalog/${seminar}`);
  await expect(page.getByRole('button', { name: /^Jetzt kaufen/ })).toBeVisible();
  await checkScreen(page, 'buyer-refunded');
  await page.goto('/appointments');
  await checkScreen(page, 'buyer-appointments-refunded');
  await page.goto('/profile');
  await expect(page.getByText(/^Widerrufen am/)).toHaveCount(1);
  await checkScreen(page, 'buyer-profile-refunded');
  await page.goto('/profile/kaeufe');
  await checkScreen(page, 'buyer-purchases-refunded');
  await page.goto('/dashboard');
  await checkScreen(page, 'buyer-dashboard-refunded');
}

/** A person whose booking went back does not have the seminar any more. */
export async function seeTaken(page: Page, seminar: string): Promise<void> {
  await page.goto(`/seminar-catalog/${seminar}`);
  await expectPageReady(page);
  await expect(page.getByRole('heading', { name: 'Ihr Kurs' })).toHaveCount(0);
}
