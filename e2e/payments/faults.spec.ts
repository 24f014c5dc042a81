import { newAccount, signUp } from '../support/accounts';
import { answerFunction } from '../support/backend';
import { expect, expectAccessible, expectPageReady, test } from '../support/test';
import { buyCredits, control, expectBalance, openCheckout, pay, sessionIn } from '../support/checkout';

test.slow();
// The sandbox's faults hold for everybody who buys at the same time.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ page }) => {
  await signUp(page, newAccount('Institut am Wald'));
  await page.goto('/subscription');
  await expectPageReady(page);
});
test.afterEach(() => control('DELETE', '/faults'));

test('a tab that is closed before the payment buys nothing', async ({ page }) => {
  const tab = await openCheckout(page, buyCredits(page));
  await tab.close();
  await expect(page.getByText('Noch keine Zahlung eingegangen')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nicht mehr warten' }).click();
  await expectBalance(page, 0);
  await expect(buyCredits(page)).toBeEnabled();
});

test('a tab that is closed right after the payment loses nothing, even if no message comes', async ({ page }) => {
  await control('PUT', '/webhooks', { hold: true });
  const tab = await openCheckout(page, buyCredits(page));
  await control('POST', `/sessions/${sessionIn(tab)}`, { action: 'pay' });
  await tab.close();
  await expectBalance(page, 100);
  await expect(page.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
  await control('POST', '/webhooks/release', {});
  await control('POST', '/webhooks/idle', {});
  await page.reload();
  await expectBalance(page, 100);
});

test('a slow message of the provider changes nothing: the result page grants, once', async ({ page }) => {
  await control('PUT', '/webhooks', { hold: true });
  const tab = await openCheckout(page, buyCredits(page));
  await pay(tab);
  await expect(tab.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
  await expectBalance(page, 100);
  await control('POST', '/webhooks/release', {});
  await control('POST', '/webhooks/idle', {});
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'Zahlung bereits verarbeitet' })).toBeVisible();
  await page.reload();
  await expectBalance(page, 100);
});

test('a payment that takes its time is waited for, and then shown by itself', async ({ page }) => {
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await tab.getByRole('button', { name: 'Später bezahlen' }).click();
  await expect(tab.getByRole('heading', { name: 'Ihre Zahlung ist unterwegs' })).toBeVisible();
  await expectAccessible(tab);
  await expect(page.getByText('Ihre Zahlung ist unterwegs')).toBeVisible({ timeout: 20_000 });
  await expectBalance(page, 0);
  await control('POST', `/sessions/${session}`, { action: 'settle' });
  await expect(tab.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible({ timeout: 30_000 });
  await expectBalance(page, 100);
});

test('a payment that fails later is told', async ({ page }) => {
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await tab.getByRole('button', { name: 'Später bezahlen' }).click();
  await expect(tab.getByRole('heading', { name: 'Ihre Zahlung ist unterwegs' })).toBeVisible();
  await control('POST', `/sessions/${session}`, { action: 'fail' });
  await expect(tab.getByRole('heading', { name: 'Zahlungsfehler' })).toBeVisible({ timeout: 30_000 });
  await expect(tab.getByRole('link', { name: 'Support kontaktieren' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${session}`),
  );
  await expect(page.getByText('Credit-Kauf Fehler')).toBeVisible({ timeout: 20_000 });
  await expectBalance(page, 0);
});

test('a provider that the functions cannot reach is named in German, and nothing is bought', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expected(/create-credit-purchase/);
  const message = 'Der Zahlungsanbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.';
  const body = { error: { code: 'provider_unavailable', message } };
  await answerFunction(page, 'create-credit-purchase', () => ({ status: 502, body }));
  await buyCredits(page).click();
  await expect(page.getByText(message)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => context.pages().length).toBe(1);
  await expectBalance(page, 0);
  await expect(buyCredits(page)).toBeEnabled();
});

test('somebody else’s session is as unknown as one that does not exist', async ({ page, browser, complaints }) => {
  complaints.expected(/verify-payment/);
  const tab = await openCheckout(page, buyCredits(page));
  const address = `/payment-success?session_id=${sessionIn(tab)}`;
  await pay(tab);
  await expect(tab.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, newAccount('Institut am See'));
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Verifikationsfehler' })).toBeVisible();
  await expect(stranger.getByText('Diese Zahlung wurde nicht gefunden.')).toBeVisible();
  await stranger.context().close();
  await page.goto('/payment-success');
  await expect(page.getByText('Keine Session-ID gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/payment-success?session_id=cs_gibt_es_nicht');
  await expect(page.getByRole('heading', { name: 'Verifikationsfehler' })).toBeVisible();
  await expectAccessible(page);
});

test('a check without an answer is repeated by the reader', async ({ page, complaints }) => {
  complaints.expected(/verify-payment/);
  await page.route('**/functions/v1/verify-payment', (route) => route.abort('connectionrefused'));
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await control('POST', `/sessions/${session}`, { action: 'pay' });
  await page.goto(`/payment-success?session_id=${session}`);
  await expect(page.getByRole('heading', { name: 'Verifikationsfehler' })).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/functions/v1/verify-payment');
  await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
  await expect(page.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
});
