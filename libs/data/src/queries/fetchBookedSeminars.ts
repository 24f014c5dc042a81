import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** The date of a seminar that somebody has chosen: a place that is held, is waited for, or took place. */
export const chosenDateSchema = z.object({
  appointment_id: z.string(),
  /** ISO 8601. */
  starts_at: z.string(),
  ends_at: z.string(),
  status: z.enum(['confirmed', 'waitlist']),
  waitlist_position: z.number().nullable(),
  /** What was ticked; null as long as nothing was. */
  attendance: z.enum(['present', 'partial', 'absent']).nullable(),
});
export type ChosenDate = z.infer<typeof chosenDateSchema>;

/** A seminar that an institution has booked for the account. Days are `yyyy-MM-dd`. */
export const bookedSeminarSchema = z.object({
  booking_id: z.string(),
  course_id: z.string(),
  course_name: z.string(),
  institution_name: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  /** `cancelled`: the institution took the place back before the first day, which is still to come. */
  status: z.enum(['confirmed', 'completed', 'cancelled']),
  /** ISO 8601. */
  booked_at: z.string(),
  /** The account chooses a date of the seminar; the days of the booking say nothing then. */
  has_dates: z.boolean().default(false),
  /** The date that was chosen; null for none. */
  date: chosenDateSchema.nullable().default(null),
});
export type BookedSeminar = z.infer<typeof bookedSeminarSchema>;

/** What institutions have booked for the account, by the first day. */
export async function fetchBookedSeminars(client: DataClient): Promise<readonly BookedSeminar[]> {
  return readRows(await client.rpc('nemus_booked_seminars', {}, { get: true }), z.array(bookedSeminarSchema));
}

/** @param userId whose seminars the cache holds; the database itself asks the session */
export const bookedSeminarsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['enrollments', userId, 'booked'], queryFn: () => fetchBookedSeminars(client) });
