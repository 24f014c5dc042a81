import { PAGES } from '../support/pages';
import { expectAccessible, expectNoSidewaysScroll, test, type DemoRole } from '../support/test';

/** With addresses that say what is not there. */
const ADDRESSES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: [...PAGES.piw, '/course/gibt-es-nicht', '/payment-success'],
  institution: [...PAGES.institution, '/settings/gibt-es-nicht'],
};

for (const role of ['piw', 'institution'] as const) {
  for (const { width, height } of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    test.describe(`${role} at ${width} px`, () => {
      test.use({ viewport: { width, height } });
      for (const address of ADDRESSES[role]) {
        test(`${address} has one heading, is accessible and fits`, async ({ page, openAs }) => {
          await openAs(role, address);
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
        });
      }
    });
  }
}
