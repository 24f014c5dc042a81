import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { buyCredits, control, expectBalance, openCheckout, pay, sessionIn } from '../support/checkout';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

// Failed, repeated and unanswered purchases are covered by the unit tests in apps/payments/src. Here: two tabs of a
// real browser, the provider's sandbox, functions and database.
test.slow();
// The sandbox's faults affect all simultaneous purchases.
test.describe.configure({ mode: 'default' });
test.afterEach(() => control('DELETE', '/faults'));

test('credits are bought in a second tab at 360 px and granted once, however late the provider’s message', async ({
  page,
  browser,
  context,
  complaints,
}) => {
  complaints.expected(/verify-payment/);
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithSession(page, await createAccount(newAccount('Institut am Wald')), '/subscription');
  await expectBalance(page, 0);
  const field = page.getByLabel('Anzahl der Credits');
  // The click that leaves the field raises the number, and buys nothing that was not shown.
  await field.fill('30');
  const box = await buyCredits(page).boundingBox();
  if (!box) throw new Error('The button has no place.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(field).toHaveValue('100');
  expect(context.pages()).toHaveLength(1);

  await field.fill('200');
  await control('PUT', '/webhooks', { hold: true });
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await pay(tab);
  await expect(tab.getByText('200 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
  await expect(tab).toHaveURL(/\/payment-success$/);
  await tab.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(tab);
  await expectAccessible(tab);
  await expectBalance(page, 200);
  await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden();
  await control('POST', '/webhooks/release', {});
  await control('POST', '/webhooks/idle', {});
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'Zahlung bereits verarbeitet' })).toBeVisible();
  await tab.getByRole('link', { name: 'Zum Abonnement' }).click();
  await expectBalance(tab, 200);

  // Another account’s session is as unknown as a missing one.
  const stranger = await (await browser.newContext()).newPage();
  await openWithSession(
    stranger,
    await createAccount(newAccount('Institut am See')),
    `/payment-success?session_id=${session}`,
  );
  await expect(stranger.getByText('Diese Zahlung wurde nicht gefunden.')).toBeVisible();
  await expectAccessible(stranger);
  await stranger.context().close();
});

test('a declined card buys nothing; a tab closed right after the payment loses nothing', async ({ page }) => {
  await openWithSession(page, await createAccount(newAccount('Institut am Wald')), '/subscription');
  const declined = await openCheckout(page, buyCredits(page));
  await declined.getByRole('button', { name: 'Karte ablehnen lassen' }).click();
  await expect(declined.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt');
  await expectAccessible(declined);
  await declined.getByRole('link', { name: 'Abbrechen und zurück' }).click();
  // The first tab waits no longer: the purchase was given up at the provider, and buying works again.
  for (const tab of [page, declined]) await expect(tab.getByText('Der Kaufvorgang wurde abgebrochen.')).toHaveCount(1);
  await expectAccessible(page);
  await expectBalance(declined, 0);
  await declined.close();
  await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden();
  await expect(buyCredits(page)).toBeEnabled();

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

test('a slow payment is awaited, and then shown automatically', async ({ page }) => {
  await openWithSession(page, await createAccount(newAccount('Institut am Wald')), '/subscription');
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await tab.getByRole('button', { name: 'Später bezahlen' }).click();
  await expect(tab.getByRole('heading', { name: 'Ihre Zahlung ist unterwegs' })).toBeVisible();
  await expectAccessible(tab);
  await expect(page.getByText('Ihre Zahlung ist unterwegs')).toBeVisible({ timeout: 20_000 });
  await control('POST', `/sessions/${session}`, { action: 'settle' });
  await expect(tab.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible({ timeout: 30_000 });
  await expectBalance(page, 100);
});
