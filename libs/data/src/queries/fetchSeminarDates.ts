import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { APPOINTMENT_FORMATS, APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from './fetchAppointments';

/** A date of a seminar that is still to come, with counts of its places and never who has them. Times are ISO 8601. */
export const seminarDateSchema = z.object({
  id: z.string(),
  course_id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  type: z.enum(APPOINTMENT_TYPES),
  format: z.enum(APPOINTMENT_FORMATS),
  /** Empty for a date that is only online. */
  location: z.string(),
  instructor: z.string(),
  capacity: z.number(),
  free_places: z.number(),
  waiting: z.number(),
  /** Null: until it begins. */
  change_until: z.string().nullable(),
  /** False once the time to choose, change or leave it is over. */
  is_changeable: z.boolean(),
  /** How the account takes part; null for who has nothing to do with it. */
  own_status: z.enum(APPOINTMENT_STATUSES).nullable(),
  own_position: z.number().nullable(),
});
export type SeminarDate = z.infer<typeof seminarDateSchema>;

/** The dates of a seminar that are still to come, the next one first. */
export async function fetchSeminarDates(client: DataClient, courseId: string): Promise<SeminarDate[]> {
  return readRows(
    await client.rpc('nemus_seminar_dates', { p_course: courseId }, { get: true }),
    z.array(seminarDateSchema),
  );
}

/** Others take places meanwhile: whoever opens the list is shown what is free now. */
export const seminarDatesQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['seminar-dates', courseId],
    queryFn: () => fetchSeminarDates(client, courseId),
    staleTime: 0,
  });
