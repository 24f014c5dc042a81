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
 * Ticks who came to a date, or to one of its parts, all or nothing, with all consequences. Fails with `attendance_changed` (another person was
 * faster), `part_not_found`, `date_not_begun`, `date_cancelled`, `no_place`, `invalid_units`, `invalid_marks`, `own_attendance`,
 * `appointment_not_found` or `staff_required`.
 *
 * @returns the updated list
 */
export async function markAttendance(
  client: DataClient,
  appointmentId: string,
  marks: readonly AttendanceMark[],
  partId: string | null = null,
): Promise<DateParticipants> {
  return readRows(
    await client.rpc('nemus_mark_attendance', {
      p_appointment: appointmentId,
      p_marks: marks.map((mark) => ({ ...mark })),
      ...(partId !== null && { p_part: partId }),
    }),
    dateParticipantsSchema,
  );
}
