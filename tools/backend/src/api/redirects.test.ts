import { allowedRedirect } from './redirects';

const site = 'https://portal.example';

test.each([
  ['https://portal.example/reset-password'],
  ['https://team-a.preview.example/x'],
  ['https://partner.example/deep/er/path'],
])('%s is allowed', (address) => {
  const patterns = ['https://*.preview.example/x', 'https://partner.example/**'];
  expect(allowedRedirect(address, site, patterns)).toBe(address);
});

test.each([
  [null],
  ['https://evil.example/'],
  ['https://portal.example.evil.example/'],
  ['http://portal.example/'],
  ['https://portal.example:8443/'],
  ['https://a.b.preview.example/x'],
  ['javascript:alert(1)'],
  ['not an address'],
])('%s leads to the site', (address) => {
  expect(allowedRedirect(address, site, ['https://*.preview.example/x'])).toBe(site);
});

test('on this machine any port of the same host is allowed', () => {
  expect(allowedRedirect('http://localhost:4300/x', 'http://localhost:4200', [])).toBe('http://localhost:4300/x');
});
