import { expect, expectPageReady, test } from '../support/test';

/** The state of the page when a task has ended: nothing was painted before. */
interface AfterTask {
  /** The current entry of the menu. */
  readonly current: string | null;
  readonly heading: string | null;
  readonly isShown: boolean;
  readonly hasFocus: boolean;
}

for (const [role, other] of [
  ['piw', 'E-Learning'],
  ['institution', 'Abonnement'],
] as const) {
  const title = `${role}: the menu answers a click at once; an area opened again follows in one task, with the focus on its heading`;
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
      const look = (name: string) => {
        const heading = document.querySelector('main h1');
        Reflect.set(window, name, {
          current: document.querySelector('nav [aria-current="page"]')?.textContent ?? null,
          heading: heading?.textContent ?? null,
          isShown: heading?.checkVisibility() ?? false,
          hasFocus: heading !== null && heading === document.activeElement,
        });
      };
      // Messages come after the task, and before timers that it has set.
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = ({ data }) => look(String(data));
      addEventListener('click', () => port1.postMessage('afterClick'), { capture: true });
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        push(...entry);
        port1.postMessage('afterOpening');
      };
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
      await page.waitForURL((url) => url.pathname !== '/dashboard');
      const after = (task: string) => page.evaluate((name): AfterTask => Reflect.get(window, name), task);
      expect(await after('afterClick')).toMatchObject({ current: other, heading: expect.stringMatching(/Willkommen/) });
      expect(await after('afterOpening')).toEqual({ current: other, heading: other, isShown: true, hasFocus: true });
    }).toPass({ timeout: 60_000 });
  });
}
