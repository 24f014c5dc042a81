import { newAccount, signUp } from '../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';
import { buyCredits, CHECKOUT_URL, expectBalance, openCheckout, pay, sessionIn } from '../support/checkout';

test.slow();

test.describe('an institution', () => {
  test.beforeEach(async ({ page }) => {
    await signUp(page, newAccount('Institut am Wald'));
    await page.goto('/subscription');
    await expectPageReady(page);
  });

  test('buys credits; a reload of the result grants nothing twice', async ({ page }) => {
    await expectBalance(page, 0);
    await page.getByLabel('Anzahl der Credits').fill('200');
    await expect(page.getByText('400,00 €')).toBeVisible();
    const tab = await openCheckout(page, buyCredits(page));
    await pay(tab);
    await expect(tab.getByText('200 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
    await expect(tab).toHaveURL(/\/payment-success$/);
    await expect(tab.getByText('400,00 € inkl. USt.')).toBeVisible();
    await expectAccessible(tab);
    await expectBalance(page, 200);
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden();
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Zahlung bereits verarbeitet' })).toBeVisible();
    await tab.getByRole('link', { name: 'Zum Abonnement' }).click();
    await expectBalance(tab, 200);
  });

  test('subscribes, and cancels in the customer portal: the first tab follows', async ({ page }) => {
    await expect(page.getByText('Noch kein Abonnement')).toBeVisible();
    await expectAccessible(page);
    const tab = await openCheckout(page, page.getByRole('button', { name: /abonnieren: Jahresabonnement/ }));
    await expect(tab.getByText('2.990,00 €').first()).toBeVisible();
    await pay(tab);
    await expect(tab.getByText('Abonnement aktiviert!')).toBeVisible();
    await expect(page.getByText('Nächste Verlängerung')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: /abonnieren/ })).toHaveCount(0);
    const portal = await openCheckout(page, page.getByRole('button', { name: 'Kundenportal' }));
    await portal.getByRole('link', { name: 'Abonnement kündigen' }).click();
    await portal.getByRole('button', { name: 'Kündigung bestätigen' }).click();
    await expect(page.getByText('Gültig bis')).toBeVisible({ timeout: 20_000 });
  });

  test('has a card declined, and leaves: nothing is bought', async ({ page }) => {
    const tab = await openCheckout(page, buyCredits(page));
    await tab.getByRole('button', { name: 'Karte ablehnen lassen' }).click();
    await expect(tab.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt');
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeVisible();
    await tab.getByRole('link', { name: 'Abbrechen und zurück' }).click();
    await expect(page.getByText('Noch keine Zahlung eingegangen')).toBeVisible();
    await expectAccessible(page);
    await expectBalance(tab, 0);
  });

  test('clicks twice: one session, one tab', async ({ page, context }) => {
    const sessions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('create-credit-purchase')) sessions.push(request.url());
    });
    await buyCredits(page).dblclick();
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeVisible();
    expect(sessions).toHaveLength(1);
    expect(context.pages()).toHaveLength(2);
  });

  test('orders no number that was not shown', async ({ page, context }) => {
    const field = page.getByLabel('Anzahl der Credits');
    await field.fill('120');
    await expect(buyCredits(page)).toBeDisabled();
    await field.press('Enter');
    await expect(field).toHaveValue('150');
    await expect(page.getByText('300,00 €')).toBeVisible();
    await field.fill('30');
    const box = await buyCredits(page).boundingBox();
    if (!box) throw new Error('The button has no place.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(field).toHaveValue('100');
    await expect(page.getByText('200,00 €')).toBeVisible();
    expect(context.pages()).toHaveLength(1);
  });

  test('gets the link when the browser blocks the tab', async ({ page, context }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.reload();
    await buyCredits(page).click();
    await expect(page.getByText('Ihr Browser hat den neuen Tab blockiert')).toBeVisible();
    await expectAccessible(page);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Bezahlseite öffnen' }).click(),
    ]);
    await tab.waitForURL(`${CHECKOUT_URL}/**`);
    await pay(tab);
    await expectBalance(page, 100);
  });

  test('does all of it at 360 px', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tab = await openCheckout(page, buyCredits(page));
    await tab.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    expect(sessionIn(tab)).toMatch(/^cs_/);
    await pay(tab);
    await expect(tab.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
    await expectNoSidewaysScroll(tab);
    await expectAccessible(tab);
  });
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
