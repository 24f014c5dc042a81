import { READING_MS } from './limits';

/** How long to wait for a moment of rest. */
export interface IdleLimits {
  /** By when it is done also in a page that never rests, in milliseconds; without it, whenever it rests. */
  readonly atMostMs?: number;
  /** How long a browser waits that cannot tell (Safari), in milliseconds; not at all by default. */
  readonly otherwiseMs?: number;
}

/** Does something once, when the browser has nothing better to do. Returns what calls it off. */
export function whenIdle(act: () => void, { atMostMs, otherwiseMs = 0 }: IdleLimits = {}): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, otherwiseMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => act(), atMostMs === undefined ? {} : { timeout: atMostMs });
  return () => cancelIdleCallback(request);
}

/**
 * Does something after a time, once the browser has nothing else to do, but at most {@link READING_MS} later: what has
 * come within the time is still being read, and on a slow processor that takes longer than a limit for lines may be.
 *
 * @param ms milliseconds
 * @returns what calls it off
 */
export function idleAfter(ms: number, act: () => void): () => void {
  let stop: () => void;
  const timer = setTimeout(() => (stop = whenIdle(act, { atMostMs: READING_MS })), ms);
  stop = () => clearTimeout(timer);
  return () => stop();
}

/**
 * Waits for something, but not long: resolves with its outcome, or with null as {@link idleAfter} says. What is waited
 * for goes on.
 *
 * @param ms milliseconds
 */
export async function untilIdle<T>(wait: Promise<T>, ms: number): Promise<T | null> {
  let stop = () => {};
  const rest = new Promise<null>((resolve) => (stop = idleAfter(ms, () => resolve(null))));
  return Promise.race([wait, rest]).finally(stop);
}
