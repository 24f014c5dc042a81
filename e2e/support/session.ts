import type { Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL } from '../environment';
import { publishableKey } from './publishable-key';
import type { DemoAccount } from './test';

const sessionSchema = z.object({ access_token: z.string() });
const ownerSchema = sessionSchema.extend({ user: z.object({ id: z.string() }) });

/** Headers of a request to the backend as a demo account. */
export async function loginOf(role: DemoAccount, storedSession: (role: DemoAccount) => Promise<string>) {
  const { access_token: accessToken } = sessionSchema.parse(JSON.parse(await storedSession(role)));
  return { url: API_URL, key: await publishableKey(), accessToken };
}

/** Gives the account that is signed in on the page an address for its invoices. */
export async function giveBillingAddress(page: Page): Promise<void> {
  await saveBillingAddress((await page.evaluate(() => localStorage.getItem('nemus-auth'))) ?? 'null');
}

/** Gives the account of a session, as the browser stores it, an address for its invoices. */
export async function saveBillingAddress(stored: string): Promise<void> {
  const { access_token: token, user } = ownerSchema.parse(JSON.parse(stored));
  const address = { recipient: 'Mira Sommer', street: 'Weg 1', postal_code: '10115', city: 'Berlin' };
  const answer = await fetch(`${API_URL}/rest/v1/nemus_billing_addresses`, {
    method: 'POST',
    headers: {
      apikey: await publishableKey(),
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ user_id: user.id, ...address }),
  });
  if (!answer.ok) throw new Error(`The address was refused: ${await answer.text()}`);
}

/** Removes the sample data from a session's account, like the button of its profile. */
export async function removeSampleData(stored: string): Promise<void> {
  const { access_token: token } = sessionSchema.parse(JSON.parse(stored));
  const answer = await fetch(`${API_URL}/rest/v1/rpc/nemus_remove_sample_data`, {
    method: 'POST',
    headers: {
      apikey: await publishableKey(),
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`The samples stay: ${await answer.text()}`);
}
