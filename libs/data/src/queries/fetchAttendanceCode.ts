import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const codeSchema = z.object({
  code: z.string(),
  /** ISO 8601, as the times below. */
  valid_until: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
});
/** An attendance code shown in the room. */
export type AttendanceCode = z.infer<typeof codeSchema>;

/** After how many milliseconds a screen requests the next code; the previous one stays valid as long again. */
export const CODE_ROTATES_AFTER = 60_000;

/**
 * Draws a code for the screen of a date.
 * Fails with `staff_required`, `appointment_not_found`, `date_cancelled`, `date_not_begun` or `code_closed`.
 */
export async function fetchAttendanceCode(client: DataClient, appointmentId: string): Promise<AttendanceCode> {
  return readRows(await client.rpc('nemus_show_attendance_code', { p_appointment: appointmentId }), codeSchema);
}

/** A new code every minute, also in a background window: a projector shows a window without focus. */
export const attendanceCodeQuery = (client: DataClient, appointmentId: string) =>
  queryOptions({
    queryKey: ['academy', 'code', appointmentId],
    queryFn: () => fetchAttendanceCode(client, appointmentId),
    refetchInterval: CODE_ROTATES_AFTER,
    refetchIntervalInBackground: true,
    staleTime: CODE_ROTATES_AFTER,
  });
