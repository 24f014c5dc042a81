import type { ReleaseHistory } from '@nemus/data';

/** Sums of a release over all steps. */
export function totalsOf({ points }: ReleaseHistory): ReleaseHistory['points'][number] {
  return points.reduce(
    (sum, point) => ({
      starts: sum.starts + point.starts,
      slow: sum.slow + point.slow,
      failures: sum.failures + point.failures,
      errors: sum.errors + point.errors,
    }),
    { starts: 0, slow: 0, failures: 0, errors: 0 },
  );
}

/**
 * Quantile of start times: upper end of its bucket in milliseconds; infinite beyond the last one, null without starts.
 *
 * @param share 0.5 for the median
 */
export function startTimeQuantile(times: ReleaseHistory['times'], share: number): number | null {
  const buckets = Object.entries(times)
    .map(([end, count]) => ({ end: end === 'more' ? Infinity : Number(end), count }))
    .toSorted((a, b) => a.end - b.end);
  const all = buckets.reduce((sum, { count }) => sum + count, 0);
  let reached = 0;
  for (const { end, count } of buckets) {
    reached += count;
    if (reached >= all * share) return end;
  }
  return null;
}

/** Failures and errors at each step, over these releases. */
export function problemsPerStep(releases: readonly ReleaseHistory[], steps: readonly string[]): number[] {
  return steps.map((_step, index) =>
    releases.reduce((sum, { points }) => sum + (points[index]?.failures ?? 0) + (points[index]?.errors ?? 0), 0),
  );
}
