import { findChromium, findHeadlessShell, findTestChromium } from './chromium.mjs';

const before = process.env['CHROMIUM_PATH'];
afterEach(() => {
  if (before === undefined) delete process.env['CHROMIUM_PATH'];
  else process.env['CHROMIUM_PATH'] = before;
});

it('takes the browser that the environment names, for tests and measurements', () => {
  process.env['CHROMIUM_PATH'] = process.execPath;
  expect(findTestChromium()).toBe(process.execPath);
  expect(findChromium()).toBe(process.execPath);
});

it('runs tests in the headless shell if there is one, otherwise in any other Chromium', () => {
  delete process.env['CHROMIUM_PATH'];
  expect(findTestChromium()).toBe(findHeadlessShell() ?? findChromium());
});
