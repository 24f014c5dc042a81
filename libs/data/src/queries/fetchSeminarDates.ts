import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { datePartsSchema } from '../rows/date-part';
import { APPOINTMENT_FORMATS, APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from './fetchAppointments';

/** A future date of a seminar, with counts of its places but without names. Times are ISO 8601. */
export const seminarDateSchema = z.object({
  id: z.string(),
  course_id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  type: z.enum(APPOINTMENT_TYPES),
  format: z.enum(APPOINTMENT_FORMATS),
  /** Empty for a date that is online only. */
  location: z.string(),
  instructor: z.string(),
  capacity: z.number(),
  free_places: z.number(),
  waiting: z.number(),
  /** Null: until it begins. */
  change_until: z.string().nullable(),
  /** False after the deadline to choose, change or leave it. */
  is_changeable: z.boolean(),
  /** The account's own place; null without one. */
  own_status: z.enum(APPOINTMENT_STATUSES).nullable(),
  own_position: z.number().nullable(),
  parts: datePartsSchema,
  /** Attended parts that the certificate needs; null for a date with one part. */
  parts_needed: z.number().nullable().default(null),
});
export type SeminarDate = z.infer<typeof seminarDateSchema>;

/** The future dates of a seminar, the next one first. */
export async function fetchSeminarDates(client: DataClient, courseId: string): Promise<SeminarDate[]> {
  return readRows(
    await client.rpc('nemus_seminar_dates', { p_course: courseId }, { get: true }),
    z.array(seminarDateSchema),
  );
}

/** Refetched on every opening: other people may have taken places. */
export const seminarDatesQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['seminar-dates', courseId],
    queryFn: () => fetchSeminarDates(client, courseId),
    staleTime: 0,
  });
