import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { API_URL } from '../environment';
import { linkIn, readMail } from './mail';
import { publishableKey } from './publishable-key';
import { giveBillingAddress, saveBillingAddress } from './session';
import { expectPageReady } from './test';

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** Null for a trainee. */
  readonly institutionName: string | null;
}

/** Data of a new account. */
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

/**
 * Creates an account like the sign-up form and the page of the mail's link, without opening either: for tests about
 * something else. It has an invoice address, unless `addressed: false`. Returns its session as the browser stores it.
 */
export async function createAccount(account: NewAccount, { addressed = true } = {}): Promise<string> {
  const apikey = await publishableKey();
  const ask = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${API_URL}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  await ask('signup', {
    email: account.email,
    password: account.password,
    data: {
      user_type: account.institutionName === null ? 'piw' : 'institution',
      first_name: account.firstName,
      last_name: account.lastName,
      institution_name: account.institutionName,
    },
  });
  const link = new URL(linkIn(await readMail(account.email)));
  const session = await ask('verify', { type: 'signup', token_hash: link.searchParams.get('token_hash') });
  if (addressed) await saveBillingAddress(session);
  return session;
}

const ARRIVED = 'e2e.arrived';

/** Opens a page with a session that is set once, as after a sign-in: the page's own renewal, or its end, is kept. */
export async function openWithSession(page: Page, session: string, path: string): Promise<void> {
  await page.addInitScript(
    ([mark, stored]) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(mark) !== null) return;
      sessionStorage.setItem(mark, '');
      // Another tab of the browser may have renewed it.
      if (localStorage.getItem('nemus-auth') === null) localStorage.setItem('nemus-auth', stored);
    },
    [ARRIVED, session] as const,
  );
  await page.goto(path);
  await expectPageReady(page);
}

/** A new account on its own page, without sign-up form and mail ({@link signUp}). */
export async function arriveAs(
  page: Page,
  account: NewAccount,
  path: string,
  options: { addressed?: boolean } = {},
): Promise<void> {
  await openWithSession(page, await createAccount(account, options), path);
}
