import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { newAccount, type NewAccount } from '../../support/accounts';
import { openCheckout } from '../../support/checkout';
import { signIn, type Complaints } from '../../support/test';

/** A person with an address and, once registered, an account. */
export type Person = NewAccount;

/** Staff of the seed with all four roles. */
const STAFF = { email: 'demo.akademie@nemus.example', password: 'nemus-demo-2026' } as const;

/** A person without an account. */
export const newPerson = (firstName: string, lastName: string): Person => ({ ...newAccount(), firstName, lastName });

export const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

/** A separate browser; its complaints fail the test, as in the first one. */
export async function ownBrowser(browser: Browser, { messages }: Complaints): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
  context.on('weberror', (error) => messages.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') messages.push(`console: ${message.text()} (${message.location().url})`);
  });
  return context.newPage();
}

/** Staff signs in. */
export async function signInStaff(page: Page): Promise<void> {
  await page.goto('/auth');
  await signIn(page, STAFF.email, STAFF.password);
  await expect(page).not.toHaveURL(/\/auth/);
}

/** The first purchase of an account: the provider's page asks for the invoice address. */
export async function openFirstCheckout(page: Page, button: Locator): Promise<Page> {
  const tab = await openCheckout(page, button);
  await tab.getByLabel('Adresszeile 1').fill('Waldweg 7');
  await tab.getByLabel('Postleitzahl').fill('10115');
  await tab.getByLabel('Ort').fill('Berlin');
  return tab;
}
