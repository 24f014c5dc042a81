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
