/** @jest-environment ../../jest.browser.mjs */
import type { SessionState } from '@nemus/session';
import { SIGNED_IN_AREA_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { returnState } from '../routing/return-to';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { REGISTRY, SIGNED_IN } from '@nemus/host/testing/samples';
import { drawSignedIn, copyFirstPicture } from './signed-in-area';

interface Parts {
  readonly address?: string;
  readonly state?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly overridden?: boolean;
  /** The page contains the first picture of a frame. */
  readonly hasPicture?: boolean;
}

const FRESH: SessionState = { ...SIGNED_IN, profile: null, profileStatus: 'loading' };

/** The sign-in page when the account's page has requested its data. */
function open({
  address = '/auth',
  state = null,
  metadata = { user_type: 'piw' },
  overridden = false,
  hasPicture = true,
}: Parts = {}) {
  window.history.replaceState(null, '', address);
  document.documentElement.dataset['start'] = 'sign-in';
  document.body.innerHTML = `<div id="portal">${hasPicture ? '<div class="first frame"><div class="page"></div></div>' : ''}</div>`;
  const order: string[] = [];
  const session = fakeSession({ ...FRESH, user: { id: 'u-1', email: 'mira@nemus.example', metadata } });
  const portal = fakePortal(session);
  const store = createStore<RegistryState>(() => ({ status: 'ready', document: REGISTRY, stale: false, refused: [] }));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let host: HTMLElement | undefined;
  const picture = copyFirstPicture(document);
  // Rendering the sign-in page has emptied the root's element.
  document.getElementById('portal')?.replaceChildren();
  if (state) portal.navigation.redirect(address, state);
  drawSignedIn(
    {
      ...portal,
      registry: { ...portal.registry, store },
      overrides: { ...portal.overrides, pending: () => (overridden ? Promise.resolve() : null) },
      loader: {
        ...portal.loader,
        mountArea: (name: string, element: HTMLElement, onState) => {
          order.push(`mount ${name}`);
          host = element;
          onState({ phase: 'resolving' });
          return { retry: jest.fn(), usePrevious: jest.fn(), unmount: () => Promise.resolve() };
        },
      },
      readsAnswered: () => answered,
    },
    picture,
    {
      drawGround: () => void order.push('ground'),
      drawFrame: (first) => {
        order.push(first ? 'frame around it' : 'frame');
        const main = document.body.appendChild(document.createElement('main'));
        if (host) main.append(host);
        first?.end();
      },
    },
    () => void order.push(`catch up at ${window.location.pathname}`),
  );
  return {
    order,
    answer,
    become: (next: Partial<SessionState>) => session.store.setState(next),
    draw: () => {
      const root = document.createElement('div');
      root.innerHTML = '<h1>Seite</h1>';
      host?.append(root);
    },
  };
}

const READY = { profile: SIGNED_IN.profile, profileStatus: 'ready' } as const;
const pictures = () => document.querySelectorAll('html[data-start="frame"] .first.frame');
beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

it('renders the area when profile and data have arrived, then the frame around it, and focuses its heading', async () => {
  const { order, answer, become, draw } = open();
  expect(order).toEqual(['ground', 'catch up at /auth']);
  expect(window.location.pathname).toBe('/dashboard');
  expect(pictures()).toHaveLength(1);
  become(READY);
  await pass();
  expect(order).toHaveLength(2);
  answer();
  await pass();
  expect(order.slice(2)).toEqual(['ground', 'mount alpha']);
  draw();
  await pass(40);
  expect(order.at(-1)).toBe('frame around it');
  expect(pictures()).toHaveLength(0);
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

it('opens the page that was requested before', () => {
  open({ state: returnState('/catalog?seite=2', null) });
  expect(window.location.pathname + window.location.search).toBe('/catalog?seite=2');
});

it.each([
  ['the profile', (of: ReturnType<typeof open>) => of.become(READY)],
  ['data', (of: ReturnType<typeof open>) => of.answer()],
])('draws the frame when %s alone is there in time', async (_, arrive) => {
  const opened = open();
  arrive(opened);
  await pass(SIGNED_IN_AREA_MS - 1);
  expect(opened.order).toHaveLength(2);
  // And the moment when the processor is idle.
  await pass(2);
  expect(opened.order.slice(2)).toEqual(['frame']);
  expect(pictures()).toHaveLength(0);
});

it('renders the frame at once when the profile leads to another place', async () => {
  const { order, become } = open();
  become({ profileStatus: 'missing' });
  await pass();
  expect(order.slice(2)).toEqual(['frame']);
  expect(pictures()).toHaveLength(0);
});

it.each<[string, Parts]>([
  ['that states no account type', { metadata: {} }],
  ['that leads to no area', { state: returnState('/diagnose', null) }],
  ['beside a release under test', { overridden: true }],
  ['in a page without a picture', { hasPicture: false }],
  ['on another page', { address: '/reset-password' }],
])('draws a sign-in %s as it is', async (_, parts) => {
  const { order } = open(parts);
  await pass(SIGNED_IN_AREA_MS + 1);
  expect(order).toEqual([`catch up at ${parts.address ?? '/auth'}`]);
  expect(pictures()).toHaveLength(0);
});

it('leaves the picture of a start in the page', () => {
  document.body.innerHTML = '<div id="portal"><div class="first frame"></div></div>';
  const kept = copyFirstPicture(document);
  expect(kept?.className).toBe('first frame');
  expect(document.querySelector('#portal .first.frame')).not.toBeNull();
});
