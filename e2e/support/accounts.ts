import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { linkIn, readMail } from './mail';
import { giveBillingAddress } from './session';

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** Null for a trainee. */
  readonly institutionName: string | null;
}

/** An account that nobody has yet. */
export function newAccount(institutionName: string | null = null): NewAccount {
  return {
    firstName: 'Mira',
    lastName: 'Sommer',
    email: `mira.${randomUUID().slice(0, 12)}@nemus.example`,
    password: 'wald-und-wiese-7',
    institutionName,
  };
}

/** Fills the sign-up form and sends it. */
export async function register(page: Page, account: NewAccount) {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Registrieren' }).click();
  await page.getByRole('textbox', { name: 'Vorname' }).fill(account.firstName);
  await page.getByRole('textbox', { name: 'Nachname' }).fill(account.lastName);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(account.email);
  if (account.institutionName !== null) {
    await page.getByRole('radio', { name: 'Weiterbildungsstätte' }).check();
    await page.getByRole('textbox', { name: 'Name der Institution' }).fill(account.institutionName);
  }
  await page.getByLabel('Passwort', { exact: true }).fill(account.password);
  await page.getByLabel('Passwort bestätigen').fill(account.password);
  await page.getByRole('button', { name: 'Registrieren' }).click();
}

/** Opens the link of the newest mail to an address, and presses the button of its page. */
export async function confirmAddress(page: Page, email: string) {
  await page.goto(linkIn(await readMail(email)));
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
}

/**
 * Registers, confirms the address, and ends up signed in on the dashboard. The account has an address for invoices, as
 * after its first purchase; `addressed: false` leaves that question to its first one.
 */
export async function signUp(page: Page, account: NewAccount, { addressed = true } = {}) {
  await register(page, account);
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
  await confirmAddress(page, account.email);
  await expect(page).toHaveURL(/\/dashboard$/);
  if (addressed) await giveBillingAddress(page);
}
