import { expect, type Locator, type Page } from '@playwright/test';
import { E2E_PORTS } from '../environment';

/** Origin of the provider's sandbox. */
export const CHECKOUT_URL = `http://localhost:${E2E_PORTS.checkout}`;

/** Clicks the link to the provider, and waits for its page in the new tab. */
export async function openCheckout(page: Page, button: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await tab.waitForURL(`${CHECKOUT_URL}/**`);
  return tab;
}

/** Pays on the provider's page, and waits for the way back. */
export async function pay(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Jetzt bezahlen' }).click();
  await tab.waitForURL((url) => url.origin !== CHECKOUT_URL);
}

/** Id of the session whose page a tab shows. */
export function sessionIn(tab: Page): string {
  const id = /\/c\/pay\/([^/?#]+)/.exec(tab.url())?.[1];
  if (!id) throw new Error(`${tab.url()} is no page of a checkout.`);
  return id;
}

/** Plays the buyer's part, or the world's, through the sandbox's controls. */
export async function control(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
  const answer = await fetch(`${CHECKOUT_URL}/_sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** The credit form's button, and the sentence that shows the balance. */
export const buyCredits = (page: Page) => page.getByRole('button', { name: 'Jetzt kaufen' });
export const expectBalance = (page: Page, credits: number) =>
  expect(page.getByText(`${credits} Credits verfügbar`)).toBeVisible({ timeout: 20_000 });
