import { expectAccessible, expectNoSidewaysScroll, test, type DemoRole } from '../support/test';

const PAGES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: [
    '/dashboard',
    '/competencies',
    '/seminar-catalog',
    '/e-learning',
    '/appointments',
    '/profile',
    '/subscription',
    '/course/rechtliche-grundlagen',
    '/course/rechtliche-grundlagen/block-a',
    '/course/gibt-es-nicht',
    '/payment-success',
  ],
  institution: [
    '/dashboard',
    '/piw-management',
    '/course-bookings',
    '/subscription',
    '/purchases',
    '/settings',
    '/settings/gibt-es-nicht',
    '/profile',
  ],
};

for (const role of ['piw', 'institution'] as const) {
  for (const { width, height } of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    test.describe(`${role} at ${width} px`, () => {
      test.use({ viewport: { width, height } });
      for (const address of PAGES[role]) {
        test(`${address} has one heading, is accessible and fits`, async ({ page, openAs }) => {
          await openAs(role, address);
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
        });
      }
    });
  }
}
