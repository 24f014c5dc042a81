import { idleAfter, untilIdle, whenIdle } from './idle';
import { READING_MS } from './limits';

/** A browser that becomes idle when the test says so. */
function browser() {
  const waiting = new Map<number, { act: () => void; timeout: number | undefined }>();
  const ask = jest.fn((act: () => void, options?: { timeout?: number }) => {
    waiting.set(waiting.size + 1, { act, timeout: options?.timeout });
    return waiting.size;
  });
  Object.assign(globalThis, { requestIdleCallback: ask, cancelIdleCallback: (id: number) => waiting.delete(id) });
  return { waiting, rest: () => waiting.forEach(({ act }) => act()) };
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  jest.useRealTimers();
});

it('acts when the browser rests, or at its limit', () => {
  const { waiting, rest } = browser();
  const act = jest.fn();
  whenIdle(act, { atMostMs: 1_000 });
  expect(act).not.toHaveBeenCalled();
  expect([...waiting.values()].map(({ timeout }) => timeout)).toEqual([1_000]);
  rest();
  expect(act).toHaveBeenCalledTimes(1);
});

it('does nothing that was called off', () => {
  const { rest } = browser();
  const act = jest.fn();
  whenIdle(act)();
  rest();
  expect(act).not.toHaveBeenCalled();
});

it('waits for a moment where the browser has no idle callback', () => {
  jest.useFakeTimers();
  const act = jest.fn();
  whenIdle(act, { otherwiseMs: 150 });
  whenIdle(act, { otherwiseMs: 150 })();
  jest.advanceTimersByTime(149);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

it('acts when the browser is idle after a time, or at its own limit', () => {
  jest.useFakeTimers();
  const { waiting, rest } = browser();
  const act = jest.fn();
  idleAfter(50, act);
  jest.advanceTimersByTime(49);
  expect(waiting.size).toBe(0);
  jest.advanceTimersByTime(1);
  expect([...waiting.values()].map(({ timeout }) => timeout)).toEqual([READING_MS]);
  rest();
  expect(act).toHaveBeenCalledTimes(1);
});

it('does nothing behind a time that was called off within it, or before the browser rests', () => {
  jest.useFakeTimers();
  const { rest } = browser();
  const act = jest.fn();
  idleAfter(50, act)();
  const stop = idleAfter(50, act);
  jest.advanceTimersByTime(50);
  stop();
  rest();
  expect(act).not.toHaveBeenCalled();
});

it('waits for a late outcome as long as the browser is busy', async () => {
  jest.useFakeTimers();
  const { waiting } = browser();
  const wait = new Promise<string>((resolve) => setTimeout(resolve, 200, 'here'));
  const over = jest.fn();
  void untilIdle(wait, 50).then(over);
  await jest.advanceTimersByTimeAsync(199);
  expect([waiting.size, over.mock.calls.length]).toEqual([1, 0]);
  await jest.advanceTimersByTimeAsync(1);
  expect([waiting.size, over.mock.calls.length]).toEqual([0, 1]);
  expect(over).toHaveBeenCalledWith('here');
});

it('waits no longer than until the browser rests', async () => {
  jest.useFakeTimers();
  const { rest } = browser();
  const over = jest.fn();
  void untilIdle(new Promise(() => undefined), 50).then(over);
  await jest.advanceTimersByTimeAsync(50);
  expect(over).not.toHaveBeenCalled();
  rest();
  await jest.advanceTimersByTimeAsync(0);
  expect(over).toHaveBeenCalledTimes(1);
  expect(over).toHaveBeenCalledWith(null);
});
