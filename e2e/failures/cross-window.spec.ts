import type { Page } from '@playwright/test';
import { faultsOf } from './cell';
import { openArea } from './support/area';
import { expect, test } from './support/fault-portal';

const fault = faultsOf(test);
const STRANGER = 'http://stranger.example';
/** The browser requests a window's icon at any time, even after the test. */
const ICON = /favicon/;
const SCRIPT = `${STRANGER}/evil.js`;

/** Messages that a page could get from tools, and that no one sends here. */
const MESSAGES: readonly unknown[] = [
  { type: 'module-federation', action: 'override', remote: 'sound', entry: SCRIPT },
  { source: 'mf-devtools', type: 'PROXY', payload: { sound: SCRIPT } },
  { type: 'webpackHotUpdate0123456789abcdef', data: 'ok' },
  'webpackHotUpdate0123456789abcdef',
  { type: 'webpackOk' },
  { source: 'react-devtools-content-script', hello: true },
  { source: 'react-devtools-inject-backend', payload: { type: 'eval', code: 'globalThis.strangerRan = true' } },
  { type: '@devtools-page', payload: { type: 'DISPATCH' } },
  { type: 'stripe-checkout', status: 'complete', url: `${STRANGER}/` },
  { originatingScript: 'm2', payload: { event: 'checkout.complete', redirect: `${STRANGER}/` } },
  { type: 'single-spa:import-map-override', name: 'sound', url: SCRIPT },
  { event: 'SIGNED_OUT', session: null },
  { event: 'SIGNED_IN', session: { access_token: 'x', refresh_token: 'y', user: { id: 'stranger' } } },
  { name: 'enrollments-changed', payload: { courseId: 7 }, userId: 'stranger' },
  { type: 'nemus.override', remote: 'sound', url: SCRIPT },
  { __proto__: null, constructor: { prototype: { admin: true } } },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { type: 'navigate', to: 'javascript:globalThis.strangerRan = true' },
  'setImmediate$0.123$1',
  'x'.repeat(100_000),
  '',
  null,
  0,
  [],
  [[[{}]]],
  true,
];

/** Provides third-party pages; the result lists the scripts requested there. */
async function serveStranger(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(`${STRANGER}/**`, (route) => {
    if (route.request().url() === `${STRANGER}/`) {
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Fremd</title>' });
    }
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'globalThis.strangerRan = true' });
  });
  return asked;
}

/** Counts the messages received by a page. */
async function countMessages(page: Page) {
  await page.evaluate(() => {
    Reflect.set(window, 'heard', 0);
    addEventListener('message', () => Reflect.set(window, 'heard', Number(Reflect.get(window, 'heard')) + 1));
  });
}
const heard = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'heard')));

/** What messages could have changed: location, storage, prototypes, executed code. */
function stateOf(page: Page) {
  return page.evaluate(() => ({
    address: location.href,
    override: localStorage.getItem('nemus.override'),
    session: localStorage.getItem('nemus-auth'),
    admin: Reflect.get({}, 'admin'),
    ran: Reflect.get(globalThis, 'strangerRan'),
    heading: document.querySelector('h1')?.textContent,
  }));
}

async function expectUsable(page: Page) {
  await openArea(page, 'Gesund');
  await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
  await openArea(page, 'Nachbar');
  await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
  await expect(page.getByText('kann gerade nicht angezeigt werden')).toHaveCount(0);
}

fault(
  {
    group: 'Hostile input',
    target: 'messages of another window',
    fault: 'come from a page that the portal has opened',
    sees: 'The portal as always: tools of developers, providers and attackers can say what they like.',
  },
  async ({ page, openPortal, complaints }) => {
    complaints.expected(ICON);
    const asked = await serveStranger(page);
    await openPortal('piw', '/neighbour');
    const before = await stateOf(page);
    await countMessages(page);
    const opened = page.waitForEvent('popup');
    await page.evaluate((address) => void window.open(address), `${STRANGER}/`);
    const stranger = await opened;
    await stranger.waitForLoadState();
    await stranger.evaluate((messages) => {
      for (const message of messages) window.opener.postMessage(message, '*');
    }, MESSAGES);
    await expect.poll(() => heard(page)).toBe(MESSAGES.length);
    expect(await stateOf(page)).toEqual(before);
    await stranger.close();
    await expectUsable(page);
    expect(asked).toEqual([]);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'messages of another window',
    fault: 'come from a page that has opened the portal',
    sees: 'The portal as always: no message reaches it, and the other page can neither see nor steer it.',
  },
  async ({ page, portal, openPortal, complaints }) => {
    complaints.expected(ICON);
    const asked = await serveStranger(page);
    await openPortal('piw', '/neighbour');
    const stranger = await page.context().newPage();
    await stranger.goto(`${STRANGER}/`);
    const opened = page.context().waitForEvent('page');
    await stranger.evaluate((address) => {
      Reflect.set(window, 'portal', window.open(address));
    }, `${portal.origin}/neighbour`);
    const popup = await opened;
    const errors: string[] = [];
    popup.on('pageerror', ({ message }) => errors.push(message));
    await expect(popup.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
    await countMessages(popup);
    const before = await stateOf(popup);
    await stranger.evaluate((messages) => {
      const target: Window = Reflect.get(window, 'portal');
      for (const message of messages) target.postMessage(message, '*');
      target.location.href = '/stolen';
    }, MESSAGES);
    // To the page that opened it, the portal's window is gone.
    expect(await stranger.evaluate(() => Reflect.get(Reflect.get(window, 'portal'), 'closed'))).toBe(true);
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await expectUsable(popup);
    expect(await heard(popup)).toBe(0);
    expect(await stateOf(popup)).toEqual(before);
    expect(errors).toEqual([]);
    expect(asked).toEqual([]);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'events of another tab',
    fault: 'are values of every kind',
    sees: 'The portal as always, with the same account.',
  },
  async ({ page, portal, openPortal, complaints }) => {
    complaints.expected(ICON);
    await openPortal('piw', '/neighbour');
    const before = await stateOf(page);
    const other = await page.context().newPage();
    await other.goto(`${portal.origin}/config.json`);
    await other.evaluate((messages) => {
      const channel = new BroadcastChannel('nemus-events');
      for (const message of messages) channel.postMessage(message);
    }, MESSAGES);
    await expectUsable(page);
    expect(await stateOf(page)).toEqual(before);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
  },
);
