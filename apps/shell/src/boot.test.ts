/** @jest-environment ../../jest.browser.mjs */
import { COLOR_SCHEME_KEY } from './browser/color-scheme-key';
import { NEW_PAGE } from '@nemus/start/worker';
import { OFF_KEY, profilePath, SESSION_KEY, START_MEMO_KEY, VERSIONED_KEY, type StartMemo } from '@nemus/start';

const MEMO: StartMemo = {
  registryUrl: 'http://store.test/registry/local.json',
  stopsUrl: 'http://store.test/registry/local.stops.json',
  backend: { url: 'http://backend.test', publishableKey: 'sb_publishable_x' },
  pages: [
    {
      path: '/dashboard',
      release: 'http://store.test/release.json',
      files: [
        { url: 'http://store.test/entry.js', integrity: 'sha384-a' },
        { url: 'http://store.test/page.css', integrity: 'sha384-b' },
        { url: 'http://store.test/uses.json', integrity: 'sha384-c' },
      ],
      reads: [
        { path: 'nemus_prices?select=item', headers: { prefer: 'count=exact' } },
        { path: 'nemus_orders?user_id=eq.u1', headers: {} },
        { path: 'nemus_orders?user_id=eq.another-user', headers: {} },
      ],
    },
  ],
};
const FILES = ['script http://store.test/entry.js sha384-a', 'style http://store.test/page.css sha384-b'];
/** The renderer, requested by every page but the sign-in form. */
const SIGN_IN = 'script /assets/auth.js sha384-a';
const VIEW = 'script /assets/view.js sha384-v';
/** The chunks of an account, requested as soon as a session is stored. */
const PLATFORM = 'script /assets/platform.js sha384-p';
const session = (secondsLeft: number) =>
  JSON.stringify({
    access_token: 'token-1',
    expires_at: Date.now() / 1000 + secondsLeft,
    user: { id: 'u1' },
  });
const send = jest.fn<Promise<Response>, [string, { headers: Record<string, string> }]>(
  () => new Promise(() => undefined),
);

/** Runs the script as the page does, and returns its requests. */
async function boot(path: string) {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = '<p id="start-text">Nemus wird geladen …</p><p id="start-again" hidden></p>';
  Object.assign(window, { matchMedia: () => ({ matches: true }), fetch: send });
  document.head.innerHTML =
    '<template data-for="view"><link rel="preload" as="script" href="/assets/view.js" integrity="sha384-v"></template>' +
    '<template data-for="sign-in"><link rel="preload" as="script" href="/assets/auth.js" integrity="sha384-a"></template>' +
    '<template data-for="account"><link rel="preload" as="script" href="/assets/platform.js" integrity="sha384-p"></template>';
  await jest.isolateModulesAsync(async () => {
    await import('./boot');
  });
  return Array.from(document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]'), (link) =>
    [link.getAttribute('as') ?? link.as, link.getAttribute('href'), link.getAttribute('integrity') ?? link.integrity]
      .join(' ')
      .trim(),
  );
}

/** What is requested by `fetch`, the configuration first. */
const asked = () => send.mock.calls.map(([url]) => url);

beforeEach(() => {
  localStorage.clear();
  send.mockClear();
});

it('requests the rendered sign-in for visitors, not for accounts', async () => {
  expect(await boot('/auth?ansicht=registrieren')).toContain(SIGN_IN);
  localStorage.setItem(SESSION_KEY, session(3600));
  expect(await boot('/auth')).not.toContain(SIGN_IN);
  expect(await boot('/dashboard')).not.toContain(SIGN_IN);
});

it('requests the configuration', async () => {
  expect(await boot('/auth')).toEqual([]);
  expect(asked()).toEqual(['/config.json']);
});

it.each(['/', '/dashboard'])('requests at once everything that the first screen at %s needs', async (path) => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  localStorage.setItem(SESSION_KEY, session(3600));
  expect(await boot(path)).toEqual([VIEW, PLATFORM, ...FILES]);
  expect(asked()).toEqual([
    '/config.json',
    'http://store.test/registry/local.json',
    'http://store.test/registry/local.stops.json',
    `http://backend.test/rest/v1/${profilePath('u1')}`,
    'http://store.test/release.json',
    'http://store.test/uses.json',
    'http://backend.test/rest/v1/nemus_prices?select=item',
    'http://backend.test/rest/v1/nemus_orders?user_id=eq.u1',
  ]);
  expect(send.mock.calls[6]?.[1].headers).toEqual({
    apikey: 'sb_publishable_x',
    authorization: 'Bearer token-1',
    prefer: 'count=exact',
  });
  // The store learns nothing about the account.
  expect(send.mock.calls[1]?.[1].headers).toEqual({});
  expect(send.mock.calls[2]?.[1].headers).toEqual({});
  expect(send.mock.calls[4]?.[1].headers).toEqual({});
  expect(send.mock.calls[5]?.[1].headers).toEqual({});
});

it.each([
  ['there is no session', null, []],
  ['the session is about to end', session(30), [PLATFORM]],
  ['the stored session is none', '{"access_token":7}', [PLATFORM]],
])('requests no area and no data when %s', async (_why, stored, files) => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  if (stored !== null) localStorage.setItem(SESSION_KEY, stored);
  expect(await boot('/dashboard')).toEqual([...(stored === null ? [] : [VIEW]), ...files]);
  expect(asked()).toEqual([
    '/config.json',
    'http://store.test/registry/local.json',
    'http://store.test/registry/local.stops.json',
  ]);
});

it('requests no stop list without a pinned operator’s key', async () => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify({ ...MEMO, stopsUrl: undefined }));
  await boot('/dashboard');
  expect(asked()).toEqual(['/config.json', 'http://store.test/registry/local.json']);
});

it.each([
  [MEMO.registryUrl, { method: 'HEAD', cache: 'no-store' }],
  ['http://store.test/registry/other.json', {}],
])('requests only the version of a registry that has one (%s)', async (versioned, how) => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  localStorage.setItem(VERSIONED_KEY, versioned);
  await boot('/dashboard');
  const { signal: _, ...asked } = { signal: null, ...send.mock.calls[1]?.[1] };
  expect(asked).toEqual({ headers: {}, ...how });
});

it('requests no area’s files elsewhere', async () => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  localStorage.setItem(SESSION_KEY, session(3600));
  expect(await boot('/auth')).toEqual([VIEW, PLATFORM]);
  expect(asked()).toHaveLength(4);
});

describe('a public route, without a session', () => {
  const check = { ...MEMO.pages[0], path: '/check', isPublic: true, reads: [] };

  it('is prepared like any other, whatever follows its path', async () => {
    localStorage.setItem(START_MEMO_KEY, JSON.stringify({ ...MEMO, pages: [check] }));
    expect(await boot('/check/NE-1')).toEqual([PLATFORM, VIEW, SIGN_IN, ...FILES]);
    expect(asked()).toEqual([
      '/config.json',
      MEMO.registryUrl,
      'http://store.test/registry/local.stops.json',
      'http://store.test/release.json',
      'http://store.test/uses.json',
    ]);
  });

  it('is possible wherever the shell has no page, and never shows the sign-in form first', async () => {
    expect(await boot('/never-seen')).toEqual([PLATFORM, VIEW, SIGN_IN]);
    expect(document.documentElement.dataset.start).toBe('card');
  });
});

it('starts without a memo when the stored one is malformed', async () => {
  localStorage.setItem(START_MEMO_KEY, '{"areas":7}');
  expect(await boot('/dashboard')).toEqual([]);
});

it('requests only the renderer when the early start is off', async () => {
  localStorage.setItem(OFF_KEY, 'off');
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  localStorage.setItem(SESSION_KEY, session(3600));
  expect(await boot('/dashboard')).toEqual([VIEW]);
  expect(asked()).toEqual([]);
});

it.each([
  ['/dashboard', true, 'frame'],
  ['/auth', true, 'card'],
  ['/auth', false, 'sign-in'],
  ['/auth/', false, 'sign-in'],
  ['/dashboard', false, 'sign-in'],
  ['/', false, 'sign-in'],
  ['/catalog', false, 'card'],
  ['/auth?ansicht=registrieren', false, 'card'],
  ['/auth?einladung=x', false, 'card'],
  ['/einladung?einladung=x', false, 'card'],
  ['/impressum', true, undefined],
  ['/impressum', false, undefined],
  ['/%E0%A4%A', false, undefined],
])('draws at %s, with a session: %j, first %j', async (path, signedIn, picture) => {
  delete document.documentElement.dataset.start;
  if (signedIn) localStorage.setItem(SESSION_KEY, session(3600));
  const asked = await boot(path);
  expect(document.documentElement.dataset.start).toBe(picture);
  // Every page requests the renderer except the form, which works without it.
  expect(asked.includes(VIEW)).toBe(picture !== 'sign-in');
});

it('keeps the form from being sent by the browser, and notes that it was sent', async () => {
  await boot('/auth');
  document.body.innerHTML = '<form id="first-form"><p role="status"></p></form><form id="other"></form>';
  const send = (id: string) => {
    const event = new Event('submit', { bubbles: true, cancelable: true });
    document.getElementById(id)?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(send('other')).toBe(false);
  expect(send('first-form')).toBe(true);
  expect(document.getElementById('first-form')).toHaveAttribute('data-sent');
  expect(document.body).toHaveTextContent('Die Anmeldung läuft …');
});

describe('when the page came from the device and the server has another', () => {
  const container = () => Object.assign(new EventTarget(), { controller: {}, startMessages: jest.fn() });
  let worker = container();
  const told = () => worker.dispatchEvent(new MessageEvent('message', { data: NEW_PAGE }));
  /** jsdom cannot navigate: it reports that. */
  const left = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeEach(() => {
    left.mockClear();
    sessionStorage.clear();
    worker = container();
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

  it('gives way to it', async () => {
    await boot('/dashboard');
    expect(worker.startMessages).toHaveBeenCalledTimes(1);
    worker.dispatchEvent(new MessageEvent('message', { data: 'something else' }));
    expect(left).not.toHaveBeenCalled();
    told();
    expect(left).toHaveBeenCalledTimes(1);
    // A server whose pages never agree.
    told();
    expect(left).toHaveBeenCalledTimes(1);
  });

  it.each(['pointerdown', 'keydown', 'input'])('does not reload after user input: %s', async (type) => {
    await boot('/dashboard');
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    told();
    expect(left).not.toHaveBeenCalled();
  });

  it('does not request an address twice that may be valid once', async () => {
    const listen = jest.spyOn(worker, 'addEventListener');
    await boot('/einladung?einladung=x');
    expect(listen).not.toHaveBeenCalled();
  });
});

describe('when the portal does not come in time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['a form that works', 'data-ready', false],
    ['a form that does not work yet', '', true],
    ['a form that was sent', 'data-ready data-sent', true],
  ])('shows the message or not: %s', async (_what, marks, isSaid) => {
    await boot('/auth');
    document.body.insertAdjacentHTML('beforeend', `<form id="first-form" ${marks}></form>`);
    jest.advanceTimersByTime(60_000);
    expect(document.body.textContent?.includes('dauert ungewöhnlich lange')).toBe(isSaid);
  });
});

it.each([
  [null, 'dark'],
  ['light', 'light'],
  ['dark', 'dark'],
])('sets the ground of the page for the choice %s', async (chosen, scheme) => {
  if (chosen !== null) localStorage.setItem(COLOR_SCHEME_KEY, chosen);
  await boot('/auth');
  expect(document.documentElement.dataset.scheme).toBe(scheme);
});

it('speaks up when a script of the portal is lost, and only then', async () => {
  await boot('/auth');
  const lose = (src: string) => {
    const script = document.createElement('script');
    script.src = src;
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
  };
  lose('http://store.test/entry.js');
  expect(document.body).toHaveTextContent('Nemus wird geladen …');
  lose('/assets/main.js');
  expect(document.body).toHaveTextContent('Das Portal konnte nicht geladen werden.');
  expect(document.getElementById('start-again')).not.toHaveAttribute('hidden');
  expect(document.documentElement.dataset.start).toBeUndefined();
});

it('leaves the sentence to a browser that is too old', async () => {
  document.documentElement.dataset.old = '';
  await boot('/auth');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  const script = document.createElement('script');
  script.src = '/assets/main.js';
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
  expect(document.documentElement.dataset.start).toBeUndefined();
  expect(document.body).not.toHaveTextContent('Verbindung');
  delete document.documentElement.dataset.old;
});
