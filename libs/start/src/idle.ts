import { READING_MS } from './limits';

/** How long to wait for an idle moment. */
export interface IdleLimits {
  /** Upper limit in a page that is never idle, in milliseconds; none by default. */
  readonly atMostMs?: number;
  /** Wait in browsers without idle callbacks (Safari), in milliseconds; none by default. */
  readonly otherwiseMs?: number;
}

/** Runs a callback once, when the browser is idle. Returns a function that cancels it. */
export function whenIdle(act: () => void, { atMostMs, otherwiseMs = 0 }: IdleLimits = {}): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, otherwiseMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => act(), atMostMs === undefined ? {} : { timeout: atMostMs });
  return () => cancelIdleCallback(request);
}

/**
 * Runs a callback after a time, once the browser is idle, but at most `atMostMs` later. What has arrived within the time
 * is still being processed, and on a slow processor that can take longer than a network limit.
 *
 * @param ms milliseconds, as `atMostMs`
 * @returns cancels it
 */
export function idleAfter(ms: number, act: () => void, atMostMs = READING_MS): () => void {
  let stop: () => void;
  const timer = setTimeout(() => (stop = whenIdle(act, { atMostMs })), ms);
  stop = () => clearTimeout(timer);
  return () => stop();
}

/**
 * Waits for a promise for a limited time: resolves with its outcome, or with null as {@link idleAfter} defines. The
 * promise itself goes on.
 *
 * @param ms milliseconds
 */
export async function untilIdle<T>(wait: Promise<T>, ms: number): Promise<T | null> {
  let stop = () => {};
  const rest = new Promise<null>((resolve) => (stop = idleAfter(ms, () => resolve(null))));
  return Promise.race([wait, rest]).finally(stop);
}
