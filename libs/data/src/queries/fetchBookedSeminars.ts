import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** The chosen date of a seminar: a place that is held, waited for, or past. */
export const chosenDateSchema = z.object({
  appointment_id: z.string(),
  /** ISO 8601. */
  starts_at: z.string(),
  ends_at: z.string(),
  status: z.enum(['confirmed', 'waitlist']),
  waitlist_position: z.number().nullable(),
  /** The attendance tick; null while there is none. */
  attendance: z.enum(['present', 'partial', 'absent']).nullable(),
  /** Number of parts; null for a date with one. */
  parts: z.number().nullable().default(null),
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
  /** `cancelled`: the institution cancelled the place before the first day, which is still to come. */
  status: z.enum(['confirmed', 'completed', 'cancelled']),
  /** ISO 8601. */
  booked_at: z.string(),
  /** The account chooses a date of the seminar; the booking's days are then meaningless. */
  has_dates: z.boolean().default(false),
  /** The chosen date; null for none. */
  date: chosenDateSchema.nullable().default(null),
});
export type BookedSeminar = z.infer<typeof bookedSeminarSchema>;

/** Bookings by institutions for the account, by the first day. */
export async function fetchBookedSeminars(client: DataClient): Promise<readonly BookedSeminar[]> {
  return readRows(await client.rpc('nemus_booked_seminars', {}, { get: true }), z.array(bookedSeminarSchema));
}

/** @param userId whose seminars the cache holds; the database uses the session */
export const bookedSeminarsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['enrollments', userId, 'booked'], queryFn: () => fetchBookedSeminars(client) });
