import { expect, type Page } from '@playwright/test';
import { buyCredits, expectBalance, openCheckout, pay } from '../../support/checkout';
import { linkIn, readMail } from '../../support/mail';
import { expectPageReady } from '../../support/test';
import { checkScreen } from './check-screen';
import { nameOf, openFirstCheckout, type Person } from './people';
import { SEMINAR } from './seminar';

/** The institution, not approved yet, is told so; it buys credits meanwhile. */
export async function buyCreditsFor(page: Page, credits: number): Promise<void> {
  await page.goto('/piw-management/einladen');
  await checkScreen(page, 'institution-waits');
  await page.goto('/subscription');
  await expectBalance(page, 0);
  await page.getByLabel('Anzahl der Credits').fill(String(credits));
  await page.getByLabel('Anzahl der Credits').blur();
  const tab = await openFirstCheckout(page, buyCredits(page));
  await pay(tab);
  await expectBalance(page, credits);
  await tab.close();
}

/** The institution's credits on its page. */
export async function seeBalance(page: Page, credits: number): Promise<void> {
  await page.goto('/subscription');
  await expectBalance(page, credits);
}

/** The institution invites a person. @returns the link of the mail. */
export async function invite(page: Page, { firstName, lastName, email }: Person): Promise<string> {
  await page.goto('/piw-management/einladen');
  await expectPageReady(page);
  await page.getByRole('textbox', { name: 'Vorname' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Nachname' }).fill(lastName);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByRole('button', { name: 'Einladung senden' }).click();
  await expect(page.getByText('Einladung verschickt')).toBeVisible();
  return linkIn(await readMail(email));
}

/** The institution finds the seminar and chooses for whom it is. */
async function chooseFor(page: Page, person: Person, title: string = SEMINAR.title): Promise<void> {
  await page.goto('/course-bookings?ansicht=buchen');
  await expectPageReady(page);
  await page.getByRole('searchbox', { name: 'Kurse suchen' }).fill(title);
  await checkScreen(page, 'institution-catalogue');
  await page.getByRole('link', { name: `Kurs buchen: ${title}` }).click();
  await page.getByRole('checkbox', { name: nameOf(person) }).check();
  await checkScreen(page, 'institution-book');
}

/** The institution books the seminar for a person, with credits. */
export async function bookWithCredits(page: Page, person: Person, title?: string): Promise<void> {
  await chooseFor(page, person, title);
  await page.getByRole('button', { name: new RegExp(`^Mit ${SEMINAR.credits} Credits kaufen`) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt kaufen' }).click();
  await expect(page.getByText('Kurs gekauft', { exact: true })).toBeVisible();
  await checkScreen(page, 'institution-bookings');
}

/** The institution books the seminar for a person, by card. */
export async function bookByCard(page: Page, person: Person): Promise<void> {
  await chooseFor(page, person);
  await page.getByRole('button', { name: /^Mit Karte kaufen/ }).click();
  const tab = await openCheckout(page, page.getByRole('alertdialog').getByRole('button', { name: 'Zur Zahlung' }));
  await pay(tab);
  await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
  await tab.close();
}

/** Opens a person's booking from the person's page. */
async function openBooking(page: Page, person: Person, tab: RegExp): Promise<void> {
  await page.goto('/course-bookings');
  await expectPageReady(page);
  await page.getByRole('tab', { name: tab }).click();
  const entries = page.getByRole('link', { name: `Details: ${SEMINAR.title}` });
  const dialog = page.getByRole('dialog', { name: SEMINAR.title });
  const count = await entries.count();
  for (let index = 0; index < count; index += 1) {
    await entries.nth(index).click();
    await expect(dialog.getByRole('heading', { name: 'Teilnehmende' })).toBeVisible();
    if ((await dialog.getByRole('link', { name: nameOf(person) }).count()) > 0) return;
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await expect(dialog).toBeHidden();
  }
  throw new Error(`No booking of ${nameOf(person)}.`);
}

/** The institution cancels a person's booking before the seminar begins. */
export async function cancelBooking(page: Page, person: Person): Promise<void> {
  await openBooking(page, person, /^Aktuelle/);
  await page.getByRole('button', { name: 'Buchung stornieren' }).click();
  await checkScreen(page, 'institution-cancel');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stornieren', exact: true }).click();
  await expect(page.getByText(`${SEMINAR.credits} Credits sind wieder verfügbar.`)).toBeVisible();
}

/** The institution's view of a booking, the person and its figures; `percent` is the seminar's progress. */
export async function seeProgress(page: Page, person: Person, name: string, percent: number): Promise<void> {
  await openBooking(page, person, percent === 100 ? /^Abgeschlossene/ : /^Aktuelle/);
  await expect(page.getByRole('progressbar', { name: 'Abschluss aller Teilnehmenden' })).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  );
  await checkScreen(page, `institution-booking-${name}`);
  await page.goto('/piw-management');
  await checkScreen(page, `institution-trainees-${name}`);
  await page.getByRole('link', { name: `Details: ${nameOf(person)}` }).click();
  await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toBeVisible();
  await checkScreen(page, `institution-trainee-${name}`);
  await page.goto('/dashboard');
  await checkScreen(page, `institution-dashboard-${name}`);
}

/** The refunded booking is listed among past ones. */
export async function seeCancelled(page: Page): Promise<void> {
  await page.goto('/course-bookings?ansicht=abgeschlossen');
  await expectPageReady(page);
  await expect(page.getByText('Storniert', { exact: true })).not.toHaveCount(0);
  await checkScreen(page, 'institution-bookings-refunded');
  await page.goto('/purchases');
  await checkScreen(page, 'institution-purchases-refunded');
}
