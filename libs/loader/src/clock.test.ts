import { SYSTEM_CLOCK, withLimit } from './clock';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const late = () => new Error('late');
const outcomeOf = (promise: Promise<void>) => promise.catch((error: unknown) => error);

describe('a time limit', () => {
  it('passes on what arrives in time, and leaves no timer behind', async () => {
    await expect(withLimit(SYSTEM_CLOCK, Promise.resolve('here'), 100, late)).resolves.toBe('here');
    await expect(withLimit(SYSTEM_CLOCK, Promise.reject(new Error('broken')), 100, late)).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives up what takes longer', async () => {
    const outcome = outcomeOf(withLimit(SYSTEM_CLOCK, new Promise<void>(() => undefined), 100, late));
    await jest.advanceTimersByTimeAsync(99);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(late());
  });

  it('drops a rejection that comes too late', async () => {
    let reject: (error: Error) => void = () => undefined;
    const slow = new Promise<void>((_resolve, refuse) => (reject = refuse));
    const outcome = outcomeOf(withLimit(SYSTEM_CLOCK, slow, 100, late));
    await jest.advanceTimersByTimeAsync(100);
    expect(await outcome).toEqual(late());
    // An unhandled rejection would fail this test.
    reject(new Error('too late'));
    await jest.advanceTimersByTimeAsync(1);
  });

  it('does not count time in which nothing could run', async () => {
    const pending: (() => void)[] = [];
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((run) => {
      pending.push(run);
      return setInterval(() => undefined, 1);
    });
    const settled = jest.fn();
    void outcomeOf(withLimit(SYSTEM_CLOCK, new Promise<void>(() => undefined), 5_000, late)).then(settled);
    // The thread was blocked for longer than the limit: everything due by then runs, once.
    for (const run of pending.splice(0)) run();
    await jest.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    // Without a further stay the limit runs out.
    for (let second = 1; second < 5; second += 1) for (const run of pending.splice(0)) run();
    await jest.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledWith(late());
  });
});
