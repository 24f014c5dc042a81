import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { API_URL } from '../environment';
import { createAccount, newAccount } from '../support/accounts';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test';

/** The code of an app. Each is taken once, so a test goes on with the next; the one before could expire while it is sent. */
const codeOf = (secret: string, step: 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

async function lookAtBothWidths(page: Page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** What the browser's session may do at the API, bypassing all pages. */
async function askWithToken(page: Page) {
  const stored = await page.evaluate(() => localStorage.getItem('nemus-auth'));
  const { access_token: token } = JSON.parse(stored ?? '{}') as { access_token: string };
  const headers = {
    apikey: await publishableKey(),
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${API_URL}/${path}`, { headers, ...init });
    return `${answer.status} ${/\b(factor_not_given|factor_missing|insufficient_aal)\b/.exec(await answer.text())?.[0] ?? ''}`;
  };
  const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value) });
  return Promise.all([
    ask('rest/v1/nemus_profiles?select=user_id'),
    ask('rest/v1/rpc/nemus_export_account', body({})),
    ask('functions/v1/create-subscription', body({ tier: 'monthly' })),
    ask('auth/v1/factors', body({ factor_type: 'totp', friendly_name: 'Meins' })),
  ]);
}

test('two factors in a real browser, from the QR code to the sign-in, and back by a recovery code', async ({
  page,
  context,
  complaints,
}) => {
  test.slow();
  complaints.expected(/4(01|03|22)/);
  const account = newAccount();
  await createAccount(account);
  await page.goto('/account/security');
  await signIn(page, account.email, account.password);

  // Setting it up, by keyboard.
  await page.getByRole('button', { name: 'Zweiten Faktor einrichten' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Telefon privat');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(page.getByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeVisible();
  await lookAtBothWidths(page);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code aus der App' }).fill('123');
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await expect(page.getByText('Dieser Code gilt nicht.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code aus der App' }).fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wiederherstellungscodes' })).toBeVisible();
  const codes = await page.locator('li code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await lookAtBothWidths(page);
  await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click();
  await expect(page.getByText('Telefon privat')).toBeVisible();
  await expect(page.getByText('Noch 10 von 10 Codes sind gültig.')).toBeVisible();
  await lookAtBothWidths(page);

  // Signing in: before the code nothing of the portal is shown or requested, after a reload and in another tab as well.
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  const asked: string[] = [];
  context.on('request', (request) => {
    if (/\/rest\/v1\/|\/storage\/v1\//.test(request.url())) asked.push(request.url());
  });
  await signIn(page, account.email, account.password);
  const code = page.getByRole('textbox', { name: 'Code aus Ihrer Authenticator-App' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await lookAtBothWidths(page);
  await page.reload();
  await expect(code).toBeVisible();
  const other = await context.newPage();
  for (const path of ['/dashboard', '/reset-password', '/konto-loeschen']) {
    await other.goto(path);
    await expect(other.getByRole('heading', { name: 'Zweiter Faktor' })).toBeVisible();
  }
  expect(asked).toEqual([]);
  expect(await askWithToken(page)).toEqual([
    '403 factor_not_given',
    '403 factor_not_given',
    '403 factor_not_given',
    '403 insufficient_aal',
  ]);
  await code.fill(codeOf(secret, 1) === '000000' ? '000001' : '000000');
  await code.press('Enter');
  await expect(page.getByText('Dieser Code gilt nicht.')).toBeVisible();
  await code.fill(codeOf(secret, 1).replace(/(...)/, '$1 '));
  await code.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
  // The other tab was let in with it.
  await expect(other.getByRole('heading', { level: 1, name: 'Konto löschen' })).toBeVisible();
  await other.close();

  // Without the phone.
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await signIn(page, account.email, account.password);
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click();
  const recovery = page.getByRole('textbox', { name: 'Wiederherstellungscode' });
  await recovery.fill('0000-0000-0000-0000');
  await recovery.press('Enter');
  await expect(page.getByText('Dieser Wiederherstellungscode gilt nicht.')).toBeVisible();
  await lookAtBothWidths(page);
  await recovery.fill(codes[0]?.toLowerCase() ?? '');
  await recovery.press('Enter');
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(page.getByText('Ihr zweiter Faktor ist ausgeschaltet')).toBeVisible();
  expect((await askWithToken(page))[0]).toBe('200 ');
});
