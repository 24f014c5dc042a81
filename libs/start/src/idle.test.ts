import { whenIdle } from './idle';

/** A browser that rests when the test says so. */
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

it('waits for a moment where the browser cannot tell', () => {
  jest.useFakeTimers();
  const act = jest.fn();
  whenIdle(act, { otherwiseMs: 150 });
  whenIdle(act, { otherwiseMs: 150 })();
  jest.advanceTimersByTime(149);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});
