/** @jest-environment ../../jest.browser.mjs */
import type { LoaderEvent } from '@nemus/loader';
import { AreaStarts } from './area-starts';

let now = 0;
let visibility: jest.SpyInstance;
beforeEach(() => {
  now = 0;
  visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});
afterEach(() => visibility.mockRestore());

type PhaseEvent = Extract<LoaderEvent, { name: 'phase' }>;
const ready = (remote: string, ms: number, change: Partial<PhaseEvent> = {}): LoaderEvent => ({
  name: 'phase',
  phase: 'ready',
  remote,
  team: 'a',
  version: '1.0.0-abc',
  source: 'stable',
  expose: './app',
  ms,
  ...change,
});
const starts = (hasSession: boolean) => new AreaStarts(hasSession, () => now);

it('measures the first area of a page from the navigation, and every other from its request', () => {
  const measured = starts(true);
  now = 1_800;
  expect(measured.of(ready('trainee', 900))).toEqual({ start: 'page', ms: 1_800 });
  now = 60_000;
  expect(measured.of(ready('elearning', 700))).toEqual({ start: 'first', ms: 700 });
  expect(measured.of(ready('trainee', 40))).toEqual({ start: 'again', ms: 40 });
});

it('does not count the time that a user takes to sign in', () => {
  const measured = starts(false);
  now = 45_000;
  expect(measured.of(ready('trainee', 900))).toEqual({ start: 'first', ms: 900 });
});

it('does not measure a hidden page', () => {
  const measured = starts(true);
  visibility.mockReturnValue('hidden');
  now = 500;
  document.dispatchEvent(new Event('visibilitychange'));
  visibility.mockReturnValue('visible');
  now = 90_000;
  expect(measured.of(ready('trainee', 900))).toBeNull();
  expect(measured.of(ready('trainee', 40))).toEqual({ start: 'again', ms: 40 });
  visibility.mockReturnValue('hidden');
  expect(measured.of(ready('trainee', 40))).toBeNull();
});

it.each<[string, Partial<PhaseEvent>]>([
  ['a step on the way', { phase: 'loading' }],
  ['a piece of an area in another one', { expose: './slot' }],
])('measures no %s', (_what, change) => {
  expect(starts(true).of(ready('trainee', 900, change))).toBeNull();
});
