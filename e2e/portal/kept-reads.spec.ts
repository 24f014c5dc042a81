import { expect, expectPageReady, test } from '../support/test';

for (const [role, other, heading, tag] of [
  ['piw', 'E-Learning', 'E-Learning', []],
  ['institution', 'Abonnement', 'Abonnement', ['@soak']],
] as const) {
  const title = `${role}: an area opened again is there before the backend answers, and asks behind it`;
  test(title, { tag: [...tag] }, async ({ page, openAs }) => {
    await openAs(role, '/dashboard');
    const go = (entry: string) => page.getByRole('link', { name: entry, exact: true }).first().click();
    await go(other);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectPageReady(page);

    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked: string[] = [];
    await page.route('**/rest/v1/**', async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await answered;
      await route.continue();
    });
    await go('Dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /Willkommen/ })).toBeVisible();
    await expectPageReady(page);
    await go(other);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectPageReady(page);
    expect(asked.length).toBeGreaterThan(0);
    answer();
    await expectPageReady(page);
  });
}
