import { expect, expectPageReady, test } from '../support/test';

/** The state of the page when the task of a click has ended: nothing was painted before. */
interface AfterClick {
  readonly heading: string | null;
  readonly isShown: boolean;
  readonly hasFocus: boolean;
}

for (const [role, other] of [
  ['piw', 'E-Learning'],
  ['institution', 'Abonnement'],
] as const) {
  const title = `${role}: an area opened again is drawn in the task of the click, with the focus on its heading`;
  // Without the early start, the registry is requested when an area is opened, and awaited.
  test(title, { tag: ['@early-start'] }, async ({ page, openAs }) => {
    await openAs(role, '/dashboard');
    const menu = page.getByRole('navigation');
    const entry = menu.getByRole('link', { name: other, exact: true }).first();
    const home = menu.getByRole('link', { name: 'Dashboard', exact: true }).first();
    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    await expectPageReady(page);
    await page.evaluate(() => {
      const look = () => {
        const heading = document.querySelector('main h1');
        Reflect.set(window, 'afterClick', {
          heading: heading?.textContent ?? null,
          isShown: heading?.checkVisibility() ?? false,
          hasFocus: heading !== null && heading === document.activeElement,
        });
      };
      // Messages come after the task of the click, and before timers that it has set.
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = look;
      addEventListener('click', () => port1.postMessage(null), { capture: true });
    });
    // The registry's answer is fresh for two seconds: a busy machine may miss them.
    await expect(async () => {
      await home.click();
      await expect(page.getByRole('heading', { level: 1, name: /Willkommen/ })).toBeVisible();
      await expectPageReady(page);
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/registry/'));
      await entry.hover();
      await answered;
      await entry.click();
      const afterClick = await page.evaluate((): AfterClick => Reflect.get(window, 'afterClick'));
      expect(afterClick).toEqual({ heading: other, isShown: true, hasFocus: true });
    }).toPass({ timeout: 60_000 });
  });
}
