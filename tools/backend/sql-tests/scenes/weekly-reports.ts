import type { Connection } from '../database/database';
import { signUpInstitution } from './institutions';

/** Called by the clock: $1 the time. */
export const WRITE_WEEKLY_REPORTS = 'select private.nemus_write_weekly_reports($1::text::timestamptz) as n';

/** An institution whose reports began long ago, so that times of this year are due to it alone. */
export async function reportingInstitution(connection: Connection): Promise<string> {
  const institution = await signUpInstitution(connection);
  await connection.query(
    `update nemus_report_times set since = '2026-01-01T00:00:00Z' where institution_id = $1::text::uuid`,
    [institution],
  );
  return institution;
}
