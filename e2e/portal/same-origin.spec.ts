import { PORTAL_URL, STORE_URL } from '../environment';
import { followRequests } from '../support/requests';
import { expect, expectPageReady, test, type DemoRole } from '../support/test';

const PAGES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: ['/dashboard', '/seminar-catalog', '/e-learning', '/appointments', '/profile'],
  institution: ['/dashboard', '/piw-management', '/subscription', '/settings'],
};

for (const role of ['piw', 'institution'] satisfies DemoRole[]) {
  test(`no page sends a preflight (${role})`, { tag: role === 'piw' ? [] : '@soak' }, async ({ page, openAs }) => {
    const asked = await followRequests(page);
    await openAs(role, '/dashboard');
    for (const address of PAGES[role]) {
      await page.goto(address);
      await expectPageReady(page);
      await page.waitForLoadState('networkidle');
    }
    expect(asked.preflights).toEqual([]);
    expect([...asked.origins].toSorted()).toEqual([PORTAL_URL, STORE_URL].toSorted());
    expect([...asked.paths].filter((path) => path.startsWith('/rest/v1/')).length).toBeGreaterThan(3);
  });
}
