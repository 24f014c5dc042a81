import { deviceName } from './devices.ts';

it.each([
  ['chrome', 'windows', 'Chrome unter Windows'],
  ['safari', 'other', 'Safari'],
  ['other', 'ios', 'Unbekannter Browser unter iOS oder iPadOS'],
  ['constructor', 'toString', 'Unbekannter Browser'],
])('%s and %s are %s', (browser, system, name) => {
  expect(deviceName(browser, system)).toBe(name);
});
