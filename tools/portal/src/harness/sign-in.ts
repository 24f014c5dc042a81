import type { Page } from '@playwright/test';

/** Of every account of the seed. */
export const DEMO_PASSWORD = 'nemus-demo-2026';

/** Signs a demo account in, until its menu is there. Works in shells of every age. */
export async function signInAs(page: Page, portal: string, email: string): Promise<void> {
  await page.goto(`${portal}/auth`);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link').first().waitFor();
}
