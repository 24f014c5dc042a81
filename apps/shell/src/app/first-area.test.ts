/** @jest-environment ../../jest.browser.mjs */
import type { AreaState } from '@nemus/loader';
import { FIRST_AREA_MS, READING_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { placeAt } from '../routing/place';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import type { FirstScreen } from '../setup/first-screen';
import { drawFirstArea } from './first-area';
import type { FirstArea } from '../portal/first-area-context';

interface Parts {
  readonly address?: string;
  readonly isReady?: Promise<boolean>;
  readonly isKnown?: boolean;
  readonly registry?: Partial<RegistryState>;
  readonly renewal?: Promise<void> | null;
  readonly overridden?: boolean;
  readonly online?: boolean;
  /** The page's first picture. */
  readonly picture?: 'frame' | 'card';
}

const READY = Promise.resolve(true);

/** The page when the frame could be rendered. */
function open({
  address = '/dashboard',
  isReady = READY,
  isKnown = true,
  registry: known = {},
  renewal = null,
  overridden = false,
  online = true,
  picture = 'frame',
}: Parts = {}) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
  window.history.replaceState(null, '', address);
  document.documentElement.dataset['start'] = picture;
  document.body.innerHTML =
    '<div id="portal"><div class="first frame"><div class="page"><i></i></div></div><p>Nemus wird geladen …</p></div>';
  const order: string[] = [];
  const session = fakeSession(SIGNED_IN);
  const portal = fakePortal(session);
  const store = createStore<RegistryState>(() => ({
    status: 'ready',
    document: REGISTRY,
    stale: false,
    refused: [],
    ...known,
  }));
  let host: HTMLElement | undefined;
  let tell: (state: AreaState) => void = () => undefined;
  const unmount = jest.fn(() => Promise.resolve());
  const parts = {
    ...portal,
    registry: { ...portal.registry, store, renew: () => renewal },
    overrides: { ...portal.overrides, pending: () => (overridden ? Promise.resolve() : null) },
    loader: {
      ...portal.loader,
      mountArea: (name: string, element: HTMLElement, onState: (state: AreaState) => void) => {
        order.push(`mount ${name}`);
        host = element;
        tell = onState;
        onState({ phase: 'resolving' });
        return { retry: jest.fn(), usePrevious: jest.fn(), unmount };
      },
    },
  };
  const place = placeAt(
    { pathname: '/dashboard', search: '', hash: '' },
    { session: SIGNED_IN, registry: store.getState(), config: portal.config },
  );
  if (place.kind !== 'area') throw new Error('The sample has an area there.');
  const screen: FirstScreen = {
    knownOrTimeout: () => Promise.resolve(),
    area: () => (isKnown ? { place, isReady } : null),
  };
  let drawn: FirstArea | undefined;
  const answered = jest.fn();
  void drawFirstArea(parts, screen, {
    drawGround: () => void order.push('ground'),
    drawFrame: (first) => {
      order.push('frame');
      drawn = first;
    },
  }).then(answered);
  return {
    order,
    answered,
    unmount,
    session,
    navigation: portal.navigation,
    first: () => drawn,
    tell: (state: AreaState) => tell(state),
    draw: () => {
      const root = document.createElement('div');
      root.innerHTML = '<h1 tabindex="-1">Seite</h1>';
      host?.append(root);
    },
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'onLine');
});
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const mains = () => document.querySelectorAll('main');

it('draws the page’s ground, then the area, and the frame when the area has been painted', async () => {
  const { order, answered, draw } = open();
  await pass();
  expect(order).toEqual(['ground', 'mount alpha']);
  expect(document.title).toBe('Dashboard · Nemus');
  draw();
  await pass();
  // Painted with the browser's next frame.
  expect(order).not.toContain('frame');
  expect(mains()).toHaveLength(1);
  expect(mains()[0]?.querySelectorAll('h1')).toHaveLength(1);
  expect(document.querySelector('.page i')).toBeNull();
  await pass(40);
  expect(order).toEqual(['ground', 'mount alpha', 'frame']);
  expect(answered).toHaveBeenCalledWith(true);
});

it('keeps the picture in the page while the root’s element is emptied', async () => {
  open();
  await pass();
  document.getElementById('portal')?.replaceChildren();
  expect(document.querySelector('.first.frame')).not.toBeNull();
});

/** When a browser without idle callbacks counts as idle. Milliseconds. */
const REST_MS = 1;

it('does not keep the frame back longer than its limit', async () => {
  const { order } = open();
  await pass(FIRST_AREA_MS - 1);
  expect(order).toEqual(['ground', 'mount alpha']);
  await pass(1 + REST_MS);
  expect(order.at(-1)).toBe('frame');
});

const never = new Promise<boolean>(() => undefined);
it.each<[string, Parts]>([
  ['whose data is not there', { isReady: Promise.resolve(false) }],
  ['that is not ready in time', { isReady: never }],
  ['of which nothing is known', { isKnown: false }],
  ['when the registry has to be asked again', { renewal: Promise.resolve() }],
  ['when a release is under test', { overridden: true }],
  ['below a line that says the registry is old', { registry: { stale: true } }],
  ['below a line that says an area is refused', { registry: { refused: [{ name: 'beta', message: 'no signature' }] } }],
  ['without a line', { online: false }],
  ['in a page whose first picture is no frame', { picture: 'card' }],
  ['of another address', { address: '/catalog' }],
])('draws nothing ahead of the frame: an area %s', async (_, parts) => {
  const { order, answered } = open(parts);
  await pass(FIRST_AREA_MS + REST_MS);
  expect(order).toEqual([]);
  expect(answered).toHaveBeenCalledWith(false);
  expect(mains()).toHaveLength(0);
});

it('renders the frame even if the area is never painted, as in a tab that was hidden meanwhile', async () => {
  const frames = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  const { order, draw } = open();
  await pass();
  draw();
  await pass(FIRST_AREA_MS - 1);
  expect(order).not.toContain('frame');
  await pass(1 + REST_MS);
  expect(order.at(-1)).toBe('frame');
  frames.mockRestore();
});

describe('on a processor that never rests', () => {
  beforeEach(() => {
    const ask = (act: () => void, { timeout = 0 } = {}) => setTimeout(act, timeout);
    Object.assign(globalThis, { requestIdleCallback: ask, cancelIdleCallback: (id: number) => clearTimeout(id) });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  });

  it('draws the area ahead that is ready behind the limit, while the processor is still busy with it', async () => {
    const isReady = new Promise<boolean>((resolve) => setTimeout(resolve, FIRST_AREA_MS + READING_MS - 1, true));
    const { order } = open({ isReady });
    await pass(FIRST_AREA_MS + READING_MS);
    expect(order).toEqual(['ground', 'mount alpha']);
  });

  it('keeps the frame back no longer than for that', async () => {
    const { order, answered } = open({ isReady: never });
    await pass(FIRST_AREA_MS + READING_MS);
    expect(order).toEqual([]);
    expect(answered).toHaveBeenCalledWith(false);
  });
});

it('draws the frame at once around an area that fails, and hands it over as it is', async () => {
  const { order, first, tell } = open();
  await pass();
  const failed = { phase: 'failed' } as AreaState;
  tell(failed);
  await pass();
  expect(order.at(-1)).toBe('frame');
  const place = document.body.appendChild(document.createElement('div'));
  const running = first()?.take('alpha', place);
  const heard = jest.fn();
  running?.follow(heard);
  expect(heard).toHaveBeenLastCalledWith(failed);
  tell({ phase: 'resolving' });
  expect(heard).toHaveBeenLastCalledWith({ phase: 'resolving' });
});

it('moves the running area to its outlet, with its focus, and leaves nothing behind', async () => {
  const { draw, first, unmount } = open();
  await pass();
  draw();
  document.querySelector('h1')?.focus();
  await pass(40);
  const place = document.body.appendChild(document.createElement('div'));
  expect(first()?.take('beta', place)).toBeNull();
  expect(first()?.take('alpha', place)).not.toBeNull();
  expect(place.textContent).toBe('Seite');
  expect(document.activeElement).toBe(document.querySelector('h1'));
  first()?.end();
  expect(mains()).toHaveLength(0);
  expect(document.querySelector('.first.frame')).toBeNull();
  expect(first()?.take('alpha', place)).toBeNull();
  await pass();
  expect(unmount).not.toHaveBeenCalled();
});

it('renders the frame in the task of a navigation, and unmounts an area that no outlet has taken over', async () => {
  const { order, navigation, first, unmount } = open();
  await pass();
  navigation.port.push('/impressum');
  expect(order.at(-1)).toBe('frame');
  expect(first()?.pathname).toBe('/dashboard');
  first()?.end();
  expect(mains()).toHaveLength(0);
  await pass();
  expect(unmount).toHaveBeenCalledTimes(1);
  await pass(FIRST_AREA_MS);
  expect(order.filter((step) => step === 'frame')).toHaveLength(1);
});

it.each([
  ['no account', SIGNED_OUT],
  ['another account', { ...SIGNED_IN, user: { id: 'u-2', email: 'b@nemus.example', metadata: {} } }],
])('ends at once, and gives the area of one account not to %s', async (_, state) => {
  const { order, session, first } = open();
  await pass();
  session.store.setState(state);
  expect(order.at(-1)).toBe('frame');
  expect(first()?.take('alpha', document.body)).toBeNull();
});
