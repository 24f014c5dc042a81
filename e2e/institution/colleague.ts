import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { linkIn, readMail } from '../support/mail';
import { expect, expectPageReady } from '../support/test';

const PASSWORD = 'wald-und-wiese-7';

/** A person who is invited to work for the institution. */
export interface Colleague {
  readonly email: string;
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/**
 * Invites a person with one role from the open members' page, and opens the mail's link in a separate browser.
 *
 * @param role as the form calls it, such as `Buchung`.
 */
export async function invite(administration: Page, browser: Browser, role: string): Promise<Colleague> {
  const email = `kollegin.${randomUUID().slice(0, 12)}@nemus.example`;
  await administration.getByRole('button', { name: 'Mitglied einladen' }).press('Enter');
  await administration.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await administration.getByRole('checkbox', { name: role }).press('Space');
  await administration.getByRole('button', { name: 'Einladung senden' }).press('Enter');
  await expect(administration.getByText(`Einladung an ${email} verschickt`)).toBeVisible();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(linkIn(await readMail(email)));
  return { email, page, close: () => context.close() };
}

/**
 * Registers the invited person and accepts, from the invitation's page on to the dashboard.
 *
 * @param lastName another one for each test: the institution is the same.
 */
export async function join({ email, page }: Colleague, lastName: string) {
  await page.getByRole('link', { name: 'Registrieren' }).click();
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect(field('E-Mail')).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Name der Institution' })).toHaveCount(0);
  await field('Vorname').fill('Bo');
  await field('Nachname').fill(lastName);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Passwort bestätigen').fill(PASSWORD);
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
  await expect.poll(async () => (await readMail(email)).subject).not.toContain('Mitarbeit');
  await page.goto(linkIn(await readMail(email)));
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  // The sign-up leads back to the invitation, and nothing has happened yet.
  await expect(page).toHaveURL(/\/mitglied-werden/);
  await page.getByRole('button', { name: 'Annehmen' }).press('Enter');
  await expect(page.getByText('Einladung angenommen')).toBeVisible();
  await expectPageReady(page);
}
