import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readPages } from './pages';

export const BOOKING_STATUSES = ['confirmed', 'open', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** A row of `nemus_course_bookings` with its participants. Dates are `yyyy-MM-dd`, money gross in cents. */
export const bookingSchema = z.object({
  id: z.string(),
  /** Null for a booking of the sample set. */
  course_id: z.string().nullable(),
  course_name: z.string(),
  /** Each person chooses a date; start and end are the day of the booking, and meaningless. */
  has_dates: z.boolean().default(false),
  start_date: z.string(),
  end_date: z.string(),
  participants: z.number(),
  max_participants: z.number(),
  status: z.enum(BOOKING_STATUSES),
  /** Catalogue price of all places. */
  price_cents: z.number(),
  /** 0 when the booking was paid by card. */
  credits_spent: z.number(),
  total_hours: z.number(),
  /** Mean progress of the participants, 0 to 100. */
  completion_rate: z.number(),
  /** `sample`: part of the sample data. */
  origin: z.enum(['portal', 'sample']).default('portal'),
  created_at: z.string(),
  places: z.array(
    z.object({
      trainee: z.object({
        id: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        /** Null as long as the person has no account here. */
        user_id: z.string().nullable(),
      }),
    }),
  ),
});
export type Booking = z.infer<typeof bookingSchema>;

const OWN =
  'id, course_id, course_name, has_dates, start_date, end_date, participants, max_participants, status, price_cents, credits_spent, total_hours, completion_rate, origin, created_at';
const PLACES = 'places:nemus_booking_participants(trainee:nemus_trainees(id, first_name, last_name, user_id))';
const SHOWN = `${OWN}, ${PLACES}` as const;

/**
 * The institution's course bookings, by their start.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export function fetchBookings(client: DataClient): Promise<Booking[]> {
  return readPages(
    (from, to) =>
      client
        .from('nemus_course_bookings')
        .select(SHOWN, { count: 'exact' })
        .order('start_date')
        .order('id')
        .range(from, to),
    z.array(bookingSchema),
  );
}

export const bookingsQuery = (client: DataClient, institutionId: string) =>
  queryOptions({ queryKey: ['bookings', institutionId], queryFn: () => fetchBookings(client) });
