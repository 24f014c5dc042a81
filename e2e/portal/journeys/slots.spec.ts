import { arriveAs, newAccount } from '../../support/accounts';
import { expect, expectAccessible, expectPageReady, test } from '../../support/test';
import { buyCredits, openCheckout, pay } from '../../support/checkout';

test('without the payments area the catalogue stays usable', async ({ page, openAs, complaints }) => {
  complaints.expected(/releases\/payments|payments/);
  await page.route('**/releases/payments/**', (route) => route.abort());
  await openAs('piw', '/seminar-catalog');
  await expect(page.getByText('Der Kauf ist gerade nicht möglich.').first()).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Kurse suchen' }).fill('schema');
  await expect(page.getByRole('list', { name: 'Kurse' }).getByRole('listitem')).toHaveCount(1);
});

test('the purchase buttons are in two areas for a trainee, without credits', { tag: '@soak' }, async ({ page }) => {
  test.slow();
  await arriveAs(page, newAccount(), '/dashboard');
  for (const path of ['/seminar-catalog', '/e-learning']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Jetzt kaufen: / }).first()).toBeVisible();
    await expect(page.getByText(/Credits/)).toHaveCount(0);
    await expectAccessible(page);
  }
});

test(
  'slots of two areas in two tabs follow one purchase, and the bought course opens',
  { tag: '@soak' },
  async ({ page, context }) => {
    test.slow();
    await arriveAs(page, newAccount(), '/seminar-catalog');
    const learning = await context.newPage();
    await learning.goto('/e-learning');
    const button = page.getByRole('button', { name: /^Jetzt kaufen: / }).first();
    const premium = learning.getByRole('button', { name: /^Jetzt kaufen: / }).first();
    await expect(premium).toBeEnabled();
    const name = (await premium.getAttribute('aria-label')) ?? '';
    const offer = learning.getByRole('listitem').filter({ has: learning.getByRole('button', { name, exact: true }) });
    const title = await offer.getByRole('heading').innerText();
    // One is being bought: the other area's buttons stay usable.
    const tab = await openCheckout(page, button);
    await expect(button).toBeDisabled();
    await expect(premium).toBeEnabled();
    const second = await openCheckout(learning, premium);
    await pay(second);
    await expect(learning.getByRole('button', { name })).toBeHidden({ timeout: 20_000 });
    await expect(button).toBeDisabled();
    await pay(tab);
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden({ timeout: 20_000 });

    await learning.getByRole('link', { name: `Starten: ${title}` }).click();
    await expect(learning.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await learning
      .getByRole('link', { name: /^Block . öffnen$/ })
      .first()
      .click();
    await expect(learning).toHaveURL(/\/course\/[^/]+\/block-/);
    await expectPageReady(learning);
    await expect(learning.getByRole('heading', { level: 1 })).not.toHaveText(/nicht gefunden/);
    await expect(learning.getByRole('button', { name: /^Jetzt kaufen/ })).toHaveCount(0);
  },
);

test(
  'an institution books with credits that it buys meanwhile: balance and buttons update',
  { tag: '@soak' },
  async ({ page, context }) => {
    test.slow();
    const booking = '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000001';
    await arriveAs(page, newAccount('Institut am Wald'), booking);
    await expect(page.getByText('Verfügbare Credits:')).toBeVisible();
    await page.getByRole('checkbox', { name: /@/ }).first().check();
    await expect(page.getByText('Nicht genügend Credits (0 verfügbar)')).toBeVisible();
    const byCredits = page.getByRole('button', { name: /^Mit 60 Credits kaufen: / });
    await expect(byCredits).toBeDisabled();
    await expectAccessible(page);

    const shop = await context.newPage();
    await shop.goto('/subscription');
    await expectPageReady(shop);
    const tab = await openCheckout(shop, buyCredits(shop));
    await pay(tab);
    await expect(byCredits).toBeEnabled({ timeout: 20_000 });
    await expect(page.getByText('Nicht genügend Credits (0 verfügbar)')).toBeHidden();
    await byCredits.click();
    await expect(page.getByRole('alertdialog')).toContainText('Danach haben Sie noch 40 Credits.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt kaufen' }).dblclick();
    await expect(page.getByText('Kurs gekauft', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/course-bookings$/);
    await expect(shop.getByText('40 Credits verfügbar')).toBeVisible({ timeout: 20_000 });

    // The same course for the institution itself: its credits no longer suffice, a card does.
    await page.goto(`${booking}&fuer=selbst`);
    await expect(page.getByText('Nicht genügend Credits (40 verfügbar)')).toBeVisible();
    await expect(byCredits).toBeDisabled();
    await expectAccessible(page);
    await pay(await openCheckout(page, page.getByRole('button', { name: /^Mit Karte kaufen/ })));
    await expect(page.getByText('Eingeschrieben')).toBeVisible({ timeout: 20_000 });
  },
);
