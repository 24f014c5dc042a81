import { expect, type Page } from '@playwright/test';
import { buyCredits, expectBalance, openCheckout, pay } from '../../support/checkout';
import { linkIn, readMail } from '../../support/mail';
import { expectPageReady } from '../../support/test';
import { look } from './look';
import { SEMINAR } from './seminar';

/** The institution, not approved yet, is told so; it buys credits meanwhile. */
export async function buyCreditsFor(page: Page, credits: number): Promise<void> {
  await page.goto('/piw-management/einladen');
  await look(page, 'institution-waits');
  await page.goto('/subscription');
  await expectBalance(page, 0);
  await page.getByLabel('Anzahl der Credits').fill(String(credits));
  await page.getByLabel('Anzahl der Credits').blur();
  const tab = await openCheckout(page, buyCredits(page));
  await pay(tab);
  await expectBalance(page, credits);
  await tab.close();
}

/** The institution invites a person. @returns the link of the mail. */
export async function invite(page: Page, email: string): Promise<string> {
  await page.goto('/piw-management/einladen');
  await expectPageReady(page);
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Mira');
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Sommer');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByRole('button', { name: 'Einladung senden' }).click();
  await expect(page.getByText('Einladung verschickt')).toBeVisible();
  return linkIn(await readMail(email));
}

/** The institution books the seminar for the person, with credits. */
export async function book(page: Page): Promise<void> {
  await page.goto('/course-bookings?ansicht=buchen');
  await expectPageReady(page);
  await page.getByRole('searchbox', { name: 'Kurse suchen' }).fill(SEMINAR.title);
  await look(page, 'institution-catalogue');
  await page.getByRole('link', { name: `Kurs buchen: ${SEMINAR.title}` }).click();
  await page.getByRole('checkbox', { name: /^Mira Sommer/ }).check();
  await look(page, 'institution-book');
  await page.getByRole('button', { name: new RegExp(`^Mit ${SEMINAR.credits} Credits kaufen`) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt kaufen' }).click();
  await expect(page.getByText('Kurs gekauft', { exact: true })).toBeVisible();
  await look(page, 'institution-bookings');
}

/** What the institution sees of the booking, the person and its figures; `percent` is how far the seminar is. */
export async function seeProgress(page: Page, name: string, percent: number): Promise<void> {
  await page.goto('/course-bookings');
  await expectPageReady(page);
  if (percent === 100) await page.getByRole('tab', { name: /^Abgeschlossene/ }).click();
  await page.getByRole('link', { name: `Details: ${SEMINAR.title}` }).click();
  await expect(page.getByRole('progressbar', { name: 'Abschluss aller Teilnehmenden' })).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  );
  await look(page, `institution-booking-${name}`);
  await page.goto('/piw-management');
  await look(page, `institution-trainees-${name}`);
  await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
  await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toBeVisible();
  await look(page, `institution-trainee-${name}`);
  await page.goto('/dashboard');
  await look(page, `institution-dashboard-${name}`);
}
