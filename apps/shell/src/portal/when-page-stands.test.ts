import type { AreaPhase } from '@nemus/loader';
import { AFTER_AREA_AT_MOST_MS, AFTER_AREA_MS } from '@nemus/start/limits';
import { whenPageStands } from './when-page-stands';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  jest.useRealTimers();
});

function loaderWith(first: AreaPhase) {
  let phase = first;
  const listeners = new Set<() => void>();
  const loader: Parameters<typeof whenPageStands>[0] = {
    getSnapshot: () => ({
      demo: { phase, version: null, source: null, loadMs: null, mountMs: null, lastFailure: null },
    }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const enter = (next: AreaPhase) => {
    phase = next;
    listeners.forEach((listener) => listener());
  };
  return { loader, enter, listeners };
}

it('waits until no area has been loading for a while, and calls back once', () => {
  const { loader, enter, listeners } = loaderWith('loading');
  const act = jest.fn();
  whenPageStands(loader, act);
  jest.advanceTimersByTime(AFTER_AREA_MS * 2);
  enter('ready');
  jest.advanceTimersByTime(AFTER_AREA_MS - 1);
  enter('loading');
  enter('ready');
  jest.advanceTimersByTime(AFTER_AREA_MS - 1);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(AFTER_AREA_AT_MOST_MS);
  expect(act).toHaveBeenCalledTimes(1);
  expect(listeners.size).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

it('does not wait for ever for an area that goes on loading', () => {
  const act = jest.fn();
  whenPageStands(loaderWith('loading').loader, act);
  jest.advanceTimersByTime(AFTER_AREA_AT_MOST_MS);
  expect(act).toHaveBeenCalledTimes(1);
});

it('takes no time from a busy page before its limit', () => {
  const busy = (act: () => void, { timeout }: { timeout?: number } = {}) => setTimeout(act, timeout ?? 60_000);
  Object.assign(globalThis, { requestIdleCallback: busy, cancelIdleCallback: clearTimeout });
  const act = jest.fn();
  whenPageStands(loaderWith('ready').loader, act);
  jest.advanceTimersByTime(AFTER_AREA_AT_MOST_MS - 1);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

it('leaves nothing behind when it is cancelled', () => {
  const { loader, listeners } = loaderWith('ready');
  const act = jest.fn();
  whenPageStands(loader, act)();
  expect([listeners.size, jest.getTimerCount()]).toEqual([0, 0]);
});
