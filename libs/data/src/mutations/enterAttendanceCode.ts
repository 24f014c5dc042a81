import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const tickedSchema = z.object({
  /** `already`: existing ticks stay. */
  status: z.enum(['present', 'already']),
  title: z.string(),
  /** ISO 8601. */
  starts_at: z.string(),
  units: z.number(),
});
const answerSchema = z.discriminatedUnion('status', [
  tickedSchema,
  z.object({ status: z.literal('wrong'), attempts_left: z.number() }),
]);
/** Result of an entered code. */
export type EnteredCode = z.infer<typeof answerSchema>;

/**
 * Ticks the caller's attendance with the code shown in the room. A wrong one is a result, since it is counted. Fails
 * with `too_many_codes` or `own_attendance`.
 */
export async function enterAttendanceCode(client: DataClient, code: string): Promise<EnteredCode> {
  return readRows(await client.rpc('nemus_enter_attendance_code', { p_code: code }), answerSchema);
}
