import type { Page } from '@playwright/test';
import { longestTask } from '../../support/main-thread';
import { answerManyCourses } from '../../support/many-courses';
import { untilStable } from '../../support/until-stable';
import { expect, expectAccessible, test } from '../../support/test';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Kurse suchen' });

test.describe('the catalogue with the purchase buttons of the payments area', () => {
  test('shows the details of a course under an address of their own', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    // The buttons come from another area: they move the content below when they arrive.
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    // At once: the wheel would still be rolling when the place is read.
    await page.evaluate(() => window.scrollTo(0, 900));
    const link = page.getByRole('link', { name: /^Details/ }).nth(4);
    await link.scrollIntoViewIfNeeded();
    // Its position on the screen, as a user sees it: the browser compensates for growth above.
    const place = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    // Rows near the window still get their buttons, and grow.
    const before = await untilStable(place);
    await link.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Umfang')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Jetzt kaufen/ })).toBeVisible();
    await expectAccessible(page);
    const address = page.url();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
    // Within a few px: a row whose buttons arrive meanwhile grows a little.
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(10);
    await expect(link).toBeFocused();
    await page.goto(address);
    await expect(dialog).toBeVisible();
  });

  test('offers a trainee only the card, and no price in credits', { tag: '@soak' }, async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(/credit/i)).toHaveCount(0);
  });

  test('delays typing by less than 50 ms among ten thousand courses', { tag: '@soak' }, async ({ page, openAs }) => {
    await answerManyCourses(page);
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
    // The purchase buttons of the first cards render when the browser is idle; they are not measured.
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    const longest = await longestTask(page, async () => {
      await search(page).pressSequentially('trauma', { delay: 80 });
      await expect(page.getByText('100 Kurse gefunden', { exact: true })).toBeVisible();
    });
    expect(longest).toBeLessThan(50);
  });
});
