import { expect, expectPageReady, test } from '../support/test';

test(
  'an area prefetches while its entry is hovered, and changes nothing before the click',
  { tag: '@early-start' },
  async ({ page, openAs }) => {
    await openAs('piw', '/e-learning');
    await expectPageReady(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes('/rest/v1/')) asked.push(`${request.method()} ${pathname.replace(/.*\/rest\/v1\//, '')}`);
    });
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).first();
    // The first visit is read by a function that records it; the enrolments are read in parallel on the dashboard.
    const read = page.waitForRequest((request) => request.url().includes('/rest/v1/nemus_course_enrollments'));
    await entry.hover();
    await (await read).response();
    expect(page.url()).toContain('/e-learning');
    expect(asked).not.toContain('POST rpc/nemus_first_visit');

    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: /Willkommen/ })).toBeVisible();
    await expectPageReady(page);
    expect(asked.filter((request) => request === 'GET nemus_course_enrollments')).toHaveLength(1);
    expect(asked.filter((request) => request === 'POST rpc/nemus_first_visit')).toHaveLength(1);
  },
);
