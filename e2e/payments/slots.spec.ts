import { newAccount, signUp } from '../support/accounts';
import { expect, expectAccessible, test } from '../support/test';

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
});

test('the purchase buttons stand in two areas for a trainee, without credits', async ({ page }) => {
  test.slow();
  await signUp(page, newAccount());
  for (const path of ['/seminar-catalog', '/e-learning']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Jetzt kaufen: / }).first()).toBeVisible();
    await expect(page.getByText(/Credits/)).toHaveCount(0);
    await expectAccessible(page);
  }
});
