import { stableRelease } from '../support/store';
import { STORE_URL } from '../environment';
import { expect, expectPageReady, test } from '../support/test';

test(
  'the files of an area are requested while its entry is hovered or focused; its code runs when it is pressed',
  { tag: '@early-start' },
  async ({ page, openAs }) => {
    await openAs('piw', '/e-learning');
    await expectPageReady(page);
    const { container } = await stableRelease('trainee');
    const runs = () => page.evaluate((name) => Reflect.has(globalThis, name), container);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).first();
    const store = page.waitForRequest((request) => request.url().startsWith(`${STORE_URL}/registry/`));
    await entry.hover();
    await store;
    await entry.focus();
    // Longer than a pointer rests before a click.
    await page.waitForTimeout(1_000);
    expect(await runs()).toBe(false);
    expect(asked.filter((url) => url.includes('/rest/v1/nemus_course_enrollments'))).toEqual([]);

    // Pressed, it runs and asks, before the click opens it.
    await entry.hover();
    const read = page.waitForRequest((request) => request.url().includes('/rest/v1/nemus_course_enrollments'));
    await page.mouse.down();
    await read;
    expect(await runs()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/e-learning');
    await page.mouse.up();
    await expect(page.getByRole('heading', { level: 1, name: /Willkommen/ })).toBeVisible();
  },
);
