/** Times of repeated runs, in milliseconds. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
}

/** @param times at least one */
export function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), worst: at(1) };
}
