import { expect, expectPageReady, test } from '../support/test';

test('a collapsed menu names its entries, for the pointer and for the keyboard', async ({ page, openAs }) => {
  await openAs('piw', '/dashboard');
  await expectPageReady(page);
  await page.getByRole('button', { name: 'Seitenleiste ausblenden' }).click();
  const entry = page.getByRole('navigation').getByRole('link', { name: 'E-Learning', exact: true }).first();
  const tooltip = page.getByRole('tooltip', { name: 'E-Learning' });
  await entry.hover();
  await expect(tooltip).toBeVisible();
  await page.mouse.move(600, 400);
  await expect(tooltip).toBeHidden();
  await page.getByRole('button', { name: 'Seitenleiste einblenden' }).focus();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(entry).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
  await expect(tooltip).toBeVisible();
});
