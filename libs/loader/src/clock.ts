/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves after `ms` in which the page could work; never once the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest wait in one piece, in milliseconds: a pause in which nothing ran counts for this much at most. */
const SLICE = 1_000;

/**
 * Waits in slices. After a blocked thread or a sleeping machine, every longer timer has expired before it has looked at
 * answers that have already arrived; a slice loses one second at most.
 */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = (left: number) => {
        const slice = Math.min(left, SLICE);
        timer = setTimeout(() => (left > slice ? wait(left - slice) : resolve()), slice);
      };
      wait(ms);
      signal?.addEventListener('abort', () => clearTimeout(timer));
    }),
};

/** The clock's answer to something that takes too long. */
const LATE = Symbol('late');

/**
 * The promise's outcome, or an error when it takes longer than `ms`. The promise itself goes on; its later outcome,
 * even a rejection, is dropped.
 *
 * @param late Makes the error.
 */
export async function withLimit<T>(clock: Clock, promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const alarm = new AbortController();
  try {
    const limit = clock.sleep(ms, alarm.signal).then((): typeof LATE => LATE);
    const outcome = await Promise.race([promise, limit]);
    if (outcome !== LATE) return outcome;
    promise.catch(() => undefined);
    throw late();
  } finally {
    alarm.abort();
  }
}
