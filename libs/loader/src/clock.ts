/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves after `ms`; not at all once the signal is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => clearTimeout(timer));
    }),
};

/** The clock's answer to something that takes too long. */
const LATE = Symbol('late');

/**
 * The promise's outcome, or an error when it takes longer than `ms`. The promise itself goes on; its later outcome is
 * dropped, a rejection included.
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
