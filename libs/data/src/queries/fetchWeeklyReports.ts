import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { reportFiguresSchema } from '../texts';

const reportSchema = z.object({
  /** The Monday that names it, `yyyy-MM-dd`. */
  week: z.string(),
  /** The seven days that it covers, both inclusive. */
  first_day: z.string(),
  last_day: z.string(),
  figures: reportFiguresSchema,
  /** When it was written, ISO 8601. */
  created_at: z.string(),
});
/** A weekly report of an institution, as sent. */
export type WeeklyReport = z.infer<typeof reportSchema>;

/** Reports of the caller's current institution, newest first; of the last 52 weeks. */
export async function fetchWeeklyReports(client: DataClient): Promise<readonly WeeklyReport[]> {
  return readRows(
    await client
      .from('nemus_weekly_reports')
      .select('week, first_day, last_day, figures, created_at')
      .order('week', { ascending: false }),
    z.array(reportSchema),
  );
}

export const weeklyReportsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['weekly-reports', userId], queryFn: () => fetchWeeklyReports(client) });

const timeSchema = z.object({ weekday: z.number(), hour: z.number() });
/** Schedule of reports: `weekday` from 1 (Monday), `hour` in Berlin. */
export type ReportTime = z.infer<typeof timeSchema>;

/** Schedule of the institution's report; null without the right to read reports. */
export async function fetchReportTime(client: DataClient): Promise<ReportTime | null> {
  return readRows(await client.from('nemus_report_times').select('weekday, hour').maybeSingle(), timeSchema.nullable());
}

export const reportTimeQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['report-time', userId], queryFn: () => fetchReportTime(client) });
