/** @jest-environment ../../jest.browser.mjs */
import { READS_FIRST_MS } from '@nemus/start/limits';
import type { Loader, RemoteStatus } from '@nemus/loader';
import { createNavigation } from '@nemus/host/ports/navigation';
import { createAreaOpening } from './area-opening';

beforeEach(() => {
  jest.useFakeTimers();
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => jest.useRealTimers());

/** Until a frame is drawn. */
const FRAME_MS = 50;

const SHOWN: RemoteStatus = {
  phase: 'closed',
  version: '1.0.0',
  source: 'stable',
  loadMs: 1,
  mountMs: 1,
  lastFailure: null,
};

/** A menu beside a portal at `/dashboard`. @param options `held`: whether the files arrive; `opened`: areas shown before */
function setUp({ held = true, opened = [], isOn = true }: { held?: boolean; opened?: string[]; isOn?: boolean } = {}) {
  const steps: string[] = [];
  let tell: () => void = () => undefined;
  const ahead: Loader['ahead'] = (remote, level, next) => {
    steps.push(`${level} ${remote}${next?.at ? ` at ${next.at.pathname}` : ''}`);
    return level === 'held' ? Promise.resolve(held) : new Promise(() => undefined);
  };
  const navigation = createNavigation();
  const opening = createAreaOpening({
    isOn: () => isOn,
    loader: { ahead, getSnapshot: () => Object.fromEntries(opened.map((name) => [name, SHOWN])) },
    registry: { prepare: () => Promise.resolve() },
    overrides: { pending: () => null },
    reads: { asked: () => new Promise((resolve) => (tell = resolve)) },
    navigation,
  });
  const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
  return { opening, navigation, steps, pass, readsLeave: () => tell() };
}

it('runs no code of an area that is only pointed at', async () => {
  const { opening, steps, pass } = setUp();
  opening.point('alpha');
  await pass(10_000);
  expect(steps).toEqual(['held alpha']);
});

it('runs a pressed area once for its page, and opens it as soon as its requests have left', async () => {
  const { opening, steps, pass, readsLeave } = setUp();
  opening.point('alpha');
  await pass();
  opening.press('alpha', '/alpha');
  void opening.choose('alpha', '/alpha');
  await pass();
  expect(steps).toEqual(['held alpha', 'running alpha at /alpha']);
  expect(window.location.pathname).toBe('/dashboard');
  readsLeave();
  await pass(FRAME_MS);
  expect(window.location.pathname).toBe('/alpha');
});

it('opens it anyway when it requests nothing in time', async () => {
  const { opening, pass } = setUp();
  opening.point('alpha');
  await pass();
  void opening.choose('alpha', '/alpha');
  await pass(READS_FIRST_MS);
  expect(window.location.pathname).toBe('/alpha');
});

it.each([
  ['whose files are missing', { held: false }],
  ['that was open before', { opened: ['alpha'] }],
  ['with the early start off', { isOn: false }],
])('opens an area %s in the frame after the click', async (_which, options) => {
  const { opening, pass } = setUp(options);
  opening.point('alpha');
  await pass();
  void opening.choose('alpha', '/alpha');
  expect(window.location.pathname).toBe('/dashboard');
  await pass(FRAME_MS);
  expect(window.location.pathname).toBe('/alpha');
});

it('opens what was chosen last', async () => {
  const { opening, pass } = setUp();
  for (const name of ['alpha', 'beta']) opening.point(name);
  await pass();
  void opening.choose('alpha', '/alpha');
  void opening.choose('beta', '/beta');
  await pass(READS_FIRST_MS);
  expect(window.location.pathname).toBe('/beta');
});

it('stays where the user has gone meanwhile', async () => {
  const { opening, navigation, pass } = setUp();
  opening.point('alpha');
  await pass();
  void opening.choose('alpha', '/alpha');
  navigation.port.push('/profile');
  await pass(READS_FIRST_MS);
  expect(window.location.pathname).toBe('/profile');
});

it('does not open a pressed entry that the pointer left', async () => {
  const { opening, pass, readsLeave } = setUp();
  opening.point('alpha');
  await pass();
  opening.press('alpha', '/alpha');
  readsLeave();
  await pass(10_000);
  expect(window.location.pathname).toBe('/dashboard');
});

it('leaves one entry in the history of a page that is opened again', async () => {
  const { opening, pass } = setUp({ opened: ['alpha'] });
  const { length } = window.history;
  void opening.choose('alpha', '/dashboard');
  await pass(FRAME_MS);
  expect(window.history).toHaveLength(length);
});
