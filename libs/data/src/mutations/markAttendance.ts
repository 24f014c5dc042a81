import type { DataClient } from '../client';
import { readRows } from '../errors';
import { dateParticipantsSchema, type Attendance, type DateParticipants } from '../queries/fetchDateParticipants';

/** What is ticked for one person. */
export interface AttendanceMark {
  readonly user_id: string;
  /** Null removes a tick. */
  readonly attendance: Attendance | null;
  /** For `partial` only. */
  readonly units?: number;
  /** `marks` of the row as it was shown. */
  readonly seen: number;
}

/**
 * Ticks who came to a date, all or nothing, with all consequences. Fails with `attendance_changed` (another person was
 * faster), `date_not_begun`, `date_cancelled`, `no_place`, `invalid_units`, `invalid_marks`, `own_attendance`,
 * `appointment_not_found` or `staff_required`.
 *
 * @returns the updated list
 */
export async function markAttendance(
  client: DataClient,
  appointmentId: string,
  marks: readonly AttendanceMark[],
): Promise<DateParticipants> {
  return readRows(
    await client.rpc('nemus_mark_attendance', {
      p_appointment: appointmentId,
      p_marks: marks.map((mark) => ({ ...mark })),
    }),
    dateParticipantsSchema,
  );
}
