import { hashOf, isPageNavigation } from './request-matching';

const ORIGIN = 'https://portal.test';
const FILES = [
  { url: '/assets/figtree.woff2', integrity: 'sha384-Zm9udA==' },
  { url: '/assets/start.js', integrity: 'sha384-c3RhcnQ=' },
];
const HASH = 'sha384-aGFzaA==';

it.each(['/', '/dashboard', '/seminare/42/termine', '/auth?ansicht=registrieren'])(
  'answers %s with the page',
  (path) => {
    expect(isPageNavigation({ mode: 'navigate', method: 'GET' }, new URL(path, ORIGIN))).toBe(true);
  },
);

it.each([
  '/assets/main.js',
  '/content/agb',
  '/config.json',
  '/worker.js',
  '/favicon.svg',
  '/index.html',
  '/storage/v1/object/sign/learning/a',
  '/auth/v1/verify',
])('leaves %s to the server', (path) => {
  expect(isPageNavigation({ mode: 'navigate', method: 'GET' }, new URL(path, ORIGIN))).toBe(false);
});

it('answers no form, and no request of a script, with the page', () => {
  const url = new URL('/dashboard', ORIGIN);
  expect(isPageNavigation({ mode: 'navigate', method: 'POST' }, url)).toBe(false);
  expect(isPageNavigation({ mode: 'cors', method: 'GET' }, url)).toBe(false);
});

const ask = (path: string, init: RequestInit = {}) => hashOf(new Request(new URL(path, ORIGIN), init), ORIGIN, FILES);

it('answers a request with a hash, and the start’s requests without one', () => {
  expect(ask('/assets/main.js', { integrity: HASH })).toBe(HASH);
  expect(ask('https://store.test/releases/a/1/entry.js', { integrity: HASH })).toBe(HASH);
  expect(ask('/assets/figtree.woff2')).toBe('sha384-Zm9udA==');
  expect(ask('/assets/start.js')).toBe('sha384-c3RhcnQ=');
  // The build's hash decides, whatever the page says.
  expect(ask('/assets/start.js', { integrity: HASH })).toBe('sha384-c3RhcnQ=');
});

it.each([
  ['data', 'https://backend.test/rest/v1/nemus_orders?user_id=eq.1', {}],
  ['the sign-in', 'https://backend.test/auth/v1/token', { method: 'POST' }],
  ['the registry', 'https://store.test/registry/production.json', {}],
  ['the stop list', 'https://store.test/registry/production.stops.json', {}],
  ['the configuration', '/config.json', {}],
  ['a font of another origin', 'https://store.test/assets/figtree.woff2', {}],
  ['a change that names a hash', '/assets/main.js', { method: 'POST', integrity: HASH }],
  ['a part of a file', '/assets/main.js', { integrity: HASH, headers: { Range: 'bytes=0-1' } }],
  ['what is asked for with a token', '/assets/main.js', { integrity: HASH, headers: { Authorization: 'Bearer x' } }],
  ['an opaque response', '/assets/main.js', { integrity: HASH, mode: 'no-cors' }],
  ['several hashes', '/assets/main.js', { integrity: `${HASH} ${HASH}` }],
] satisfies [string, string, RequestInit][])('leaves %s to the network', (_what, path, init) => {
  expect(ask(path, init)).toBeNull();
});
