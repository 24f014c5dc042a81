import { idleAfter } from '@nemus/start/idle';

/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves after `ms` in which the page could work; not at all once the signal is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest wait in one piece, in milliseconds: at most this much is counted of a time in which nothing ran. */
const SLICE = 1_000;

/**
 * Waits in slices. A thread that was blocked, by another area or a machine that slept, finds every longer timer run out
 * before it has looked at answers that are there; a slice costs one second of patience at most.
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

/** A clock whose times end when the processor rests: what has come within them is still being read. */
export const idleClock = (clock: Clock): Clock => ({
  now: () => clock.now(),
  async sleep(ms, signal) {
    await clock.sleep(ms, signal);
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const stop = idleAfter(0, resolve);
      signal?.addEventListener('abort', stop);
    });
  },
});

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
