import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { ReportTime } from '../queries/fetchWeeklyReports';

/** Chooses when the institution gets its weekly report, from the next one on. Fails with `member_role_required`. */
export async function chooseReportTime(client: DataClient, { weekday, hour }: ReportTime): Promise<void> {
  await readRows(await client.rpc('nemus_choose_report_time', { p_weekday: weekday, p_hour: hour }), z.unknown());
}
