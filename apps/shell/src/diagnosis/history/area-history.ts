import { z } from 'zod';
import { readRows, type DataClient } from '@nemus/data';
import { withTimeout } from '../../browser/with-timeout';

/** The last 24 hours by hour, or 14 days by day. */
export type HistorySpan = 'day' | 'fortnight';

const pointSchema = z.object({ starts: z.number(), slow: z.number(), failures: z.number(), errors: z.number() });

const findingSchema = z.object({
  kind: z.enum(['failure', 'error', 'report']),
  name: z.string(),
  detail: z.string(),
  times: z.number(),
});
/** Number of reports of each kind. */
export type Finding = z.infer<typeof findingSchema>;

const releaseSchema = z.object({
  remote: z.string(),
  /** Null for the shell, and for an area before a version was chosen. */
  version: z.string().nullable(),
  /** Number of starts by duration: upper end of the bucket in milliseconds, or `more`. */
  times: z.record(z.string(), z.number()),
  /** In the order of `steps`. */
  points: z.array(pointSchema),
  findings: z.array(findingSchema),
});
/** What browsers reported on one version of an area. */
export type ReleaseHistory = z.infer<typeof releaseSchema>;

const alarmSchema = z.object({
  remote: z.string(),
  version: z.string(),
  opened_at: z.string(),
  accounts: z.number(),
  failed_accounts: z.number(),
  /** Null: the mail was not sent yet. */
  sent_at: z.string().nullable(),
});
/** A stable release with more failures than its bound allows. */
export type ReleaseAlarm = z.infer<typeof alarmSchema>;

const historySchema = z.object({
  steps: z.array(z.string()),
  releases: z.array(releaseSchema),
  alarms: z.array(alarmSchema),
});
export type AreaHistory = z.infer<typeof historySchema>;

/** What all browsers reported. For operators only. */
export async function readAreaHistory(
  client: DataClient,
  environment: string,
  span: HistorySpan,
): Promise<AreaHistory> {
  const answer = await withTimeout(client.rpc('nemus_area_history', { p_environment: environment, p_span: span }));
  return readRows(answer, historySchema);
}

/** Sums of a release over all steps. */
export function totalsOf({ points }: ReleaseHistory): z.infer<typeof pointSchema> {
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
