import { accessibilityProblems } from '@nemus/testing/smoke';
import { expect, test } from '../support/test';

/** A page with one violation, and a fake axe that finds none. */
const page = (picture: string) => `<!doctype html><html lang="de"><title>Seite</title><link rel="icon" href="data:,">
  <main><h1>Seite</h1>${picture}</main>
  <script>globalThis.axe = { run: () => Promise.resolve({ violations: [] }) }</script>`;

test('a page’s own axe is not used, and each check sees the current page', async ({ page: tab }) => {
  const fault = /^image-alt: /;
  let body = page('<img src="data:,">');
  await tab.route('http://page.example/**', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await tab.goto('http://page.example/');
  for (const width of [1280, 360]) {
    await tab.setViewportSize({ width, height: 780 });
    expect(await accessibilityProblems(tab)).toEqual([expect.stringMatching(fault)]);
  }
  await tab.evaluate(() => document.querySelector('img')?.setAttribute('alt', ''));
  expect(await accessibilityProblems(tab)).toEqual([]);
  expect(await tab.evaluate(() => String(Reflect.get(globalThis, 'axe').run))).toContain('violations: []');

  // Another document has nothing of the one before.
  body = page('<input>');
  await tab.goto('http://page.example/second');
  expect(await accessibilityProblems(tab)).toEqual([expect.stringMatching(/^label: /)]);
});
