import { readLayoutShift, slowTables, watchLayoutShift } from '../support/backend';
import { expect, expectAccessible, expectPageReady, test } from '../support/test';

/** Above this sum of layout shifts readers lose their place (web.dev/cls: "good"). */
const GOOD_SHIFT = 0.1;

for (const address of ['/dashboard', '/competencies', '/seminar-catalog', '/appointments', '/profile']) {
  test(`${address} waits without jumping`, async ({ page, storedSession }) => {
    const session = await storedSession('piw');
    await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), session);
    await watchLayoutShift(page);
    await slowTables(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
    await expectAccessible(page);
    await expectPageReady(page);
    expect(await readLayoutShift(page)).toBeLessThan(GOOD_SHIFT);
  });
}
