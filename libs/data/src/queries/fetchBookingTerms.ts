import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const rulesSchema = z.object({
  /** How many days before its first day, or before the date of a place, it can still be changed or cancelled. */
  notice_days: z.number(),
  /** The last day on which that is possible, `yyyy-MM-dd`, inclusive; null for a seminar with dates. */
  change_until: z.string().nullable(),
  /** That day has not passed. */
  is_open: z.boolean(),
});
export type BookingRules = z.infer<typeof rulesSchema>;

const termsSchema = rulesSchema.extend({
  /** What prevents every change; null when nothing does. */
  bar: z.enum(['booking_over', 'booking_is_sample', 'booking_deadline_passed']).nullable(),
  /** What prevents cancelling each place. */
  places: z.array(
    z.object({
      trainee_id: z.string(),
      bar: z.enum(['place_begun', 'place_date_near', 'trainee_left']).nullable(),
      /** Of a seminar with dates: the last day on which this place can be cancelled; null without a chosen date. */
      change_until: z.string().nullable().default(null),
    }),
  ),
});
export type BookingTerms = z.infer<typeof termsSchema>;

/** What the institution can currently do with a booking; the database has the rules. */
export async function fetchBookingTerms(client: DataClient, bookingId: string): Promise<BookingTerms | null> {
  return readRows(
    await client.rpc('nemus_booking_terms', { p_booking: bookingId }, { get: true }),
    termsSchema.nullable(),
  );
}

export const bookingTermsQuery = (client: DataClient, bookingId: string) =>
  queryOptions({ queryKey: ['bookings', 'terms', bookingId], queryFn: () => fetchBookingTerms(client, bookingId) });

/**
 * The rules for changing a booking that begins on a day (`yyyy-MM-dd`), before it is made.
 * @param startsOn null for a seminar with dates
 */
export async function fetchBookingRules(client: DataClient, startsOn: string | null): Promise<BookingRules> {
  const start = startsOn === null ? {} : { p_start: startsOn };
  return readRows(await client.rpc('nemus_booking_rules', start, { get: true }), rulesSchema);
}

export const bookingRulesQuery = (client: DataClient, startsOn: string | null) =>
  queryOptions({
    queryKey: ['booking-rules', startsOn],
    queryFn: () => fetchBookingRules(client, startsOn),
    staleTime: 300_000,
  });
