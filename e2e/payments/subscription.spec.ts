import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { openCheckout, pay } from '../support/checkout';
import { expect, expectAccessible, test } from '../support/test';

test.slow();

test('an institution subscribes, and cancels in the customer portal: the first tab follows', async ({ page }) => {
  await openWithSession(page, await createAccount(newAccount('Institut am Wald')), '/subscription');
  await expect(page.getByText('Noch kein Abonnement')).toBeVisible();
  const tab = await openCheckout(page, page.getByRole('button', { name: /abonnieren: Jahresabonnement/ }));
  await expect(tab.getByText('2.990,00 €').first()).toBeVisible();
  await pay(tab);
  await expect(tab.getByText('Abonnement aktiviert!')).toBeVisible();
  await expect(page.getByText('Nächste Verlängerung')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: /abonnieren/ })).toHaveCount(0);
  const portal = await openCheckout(page, page.getByRole('button', { name: 'Kundenportal' }));
  await expectAccessible(portal);
  await portal.getByRole('link', { name: 'Abonnement kündigen' }).click();
  await portal.getByRole('button', { name: 'Kündigung bestätigen' }).click();
  await expect(page.getByText('Gültig bis')).toBeVisible({ timeout: 20_000 });
});

test('the customer portal opens for a subscription that was entered by hand, as the demo’s was', async ({
  page,
  openAs,
}) => {
  await openAs('institution', '/subscription');
  const portal = await openCheckout(page, page.getByRole('button', { name: 'Kundenportal' }));
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Portal Fehler')).toBeHidden();
});
