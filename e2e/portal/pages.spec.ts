import { PAGES } from '../support/pages';
import { expectAccessible, expectNoSidewaysScroll, expectPageReady, test, type DemoRole } from '../support/test';

/** With addresses that say what is not there. */
const ADDRESSES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: [...PAGES.piw, '/course/gibt-es-nicht', '/payment-success'],
  institution: [...PAGES.institution, '/settings/gibt-es-nicht'],
};

for (const role of ['piw', 'institution'] as const) {
  for (const address of ADDRESSES[role]) {
    test(`${address} has one heading, is accessible and fits (${role}, at 1280 and 360 px)`, async ({
      page,
      openAs,
    }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await openAs(role, address);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      // The same page on a phone: it is not loaded again.
      await page.setViewportSize({ width: 360, height: 740 });
      await expectPageReady(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
}
