import { everyPage } from '../support/every-page';
import { expect, expectPageReady, signIn, test } from '../support/test';
import { misfits } from '../support/zoom';

// The other two account types: `e2e/portal/pages.spec.ts`.
for (const who of ['visitor', 'staff', 'operator', 'supervision']) {
  test(`every page fits and no label is squeezed, at 390 to 1024 px, 200 % and 400 %: ${who}`, async ({ page }) => {
    test.setTimeout(600_000);
    const walk = (await everyPage()).find(({ name }) => name === who);
    if (walk === undefined) throw new Error(`Nobody is called ${who}.`);
    const { account, addresses } = walk;
    if (account !== null) {
      await page.goto('/auth');
      await signIn(page, account.email, account.password);
      await expect(page).not.toHaveURL(/\/auth/);
    }
    const problems: string[] = [];
    for (const address of addresses) {
      await page.goto(address);
      await expectPageReady(page);
      problems.push(...(await misfits(page)).map((problem) => `${address} ${problem}`));
    }
    expect(problems).toEqual([]);
  });
}

test('in forced colours the current section differs from the others', async ({ page, openAs }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs('piw', '/logbook/entries');
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('main nav a')].map((link) => [
      link.getAttribute('aria-current'),
      getComputedStyle(link).borderBottomColor,
    ]),
  );
  const colors = (current: string | null) => new Set(lines.filter(([is]) => is === current).map(([, color]) => color));
  expect(colors('page').size).toBe(1);
  expect(colors(null).size).toBe(1);
  expect(colors('page')).not.toEqual(colors(null));
});

test('on paper the legend of the hours keeps its patterns', async ({ page, openAs }) => {
  await openAs('piw', '/logbook/credit');
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() =>
    ['angerechnet', 'eingereicht', 'geplant'].map((name) => {
      const text = [...document.querySelectorAll('main span')].find(({ textContent }) => textContent === name);
      const { printColorAdjust, backgroundImage, backgroundColor } = getComputedStyle(
        text?.previousElementSibling ?? document.body,
      );
      const isFilled = backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
      return `${name}: ${printColorAdjust}, ${isFilled ? 'filled' : 'empty'}`;
    }),
  );
  expect(printed).toEqual(['angerechnet: exact, filled', 'eingereicht: exact, filled', 'geplant: exact, filled']);
});
