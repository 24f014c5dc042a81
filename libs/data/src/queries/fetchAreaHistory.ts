import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** The last 24 hours by hour, or 14 days by day. */
export type HistorySpan = 'day' | 'fortnight';

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
  points: z.array(z.object({ starts: z.number(), slow: z.number(), failures: z.number(), errors: z.number() })),
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

/** What all browsers reported over time. Refuses accounts that are no operators (403 operator_required). */
export async function fetchAreaHistory(
  client: DataClient,
  environment: string,
  span: HistorySpan,
): Promise<AreaHistory> {
  const parameters = { p_environment: environment, p_span: span };
  return readRows(await client.rpc('nemus_area_history', parameters, { get: true }), historySchema);
}

export const areaHistoryQuery = (client: DataClient, environment: string, span: HistorySpan) =>
  queryOptions({
    queryKey: ['releases', environment, 'history', span],
    queryFn: () => fetchAreaHistory(client, environment, span),
  });
