import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A booking above the limit that was requested. Days are `yyyy-MM-dd`, points in time ISO 8601, money cents. */
const requestSchema = z.object({
  request_id: z.string(),
  state: z.enum(['waiting', 'approved', 'booked', 'declined', 'withdrawn', 'expired']),
  /** Requested by the caller. */
  is_own: z.boolean(),
  /** Null once the account is gone. */
  requested_by: z.string().nullable(),
  requested_at: z.string(),
  course_id: z.string(),
  course_name: z.string(),
  starts_on: z.string().nullable(),
  /** Start of the date that was chosen for all people; null without one. */
  date_starts_at: z.string().nullable().default(null),
  payment: z.enum(['credits', 'card']),
  /** Total cost; the other one is 0. */
  credits: z.number(),
  cents: z.number(),
  /** What a waiting one costs now, in the unit of its payment. */
  price_now: z.number().nullable(),
  note: z.string(),
  reason: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Until when an approved one can be paid by card. */
  expires_at: z.string().nullable(),
  booking_id: z.string().nullable(),
  trainees: z.array(z.object({ trainee_id: z.string(), name: z.string() })),
});
export type BookingRequest = z.infer<typeof requestSchema>;

/** Requests of the institution: pending ones first, then the newest. */
export async function fetchBookingRequests(client: DataClient): Promise<BookingRequest[]> {
  return readRows(await client.rpc('nemus_booking_request_list'), z.array(requestSchema));
}

/** @param userId whose institution the cache holds; the database uses the session */
export const bookingRequestsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['bookings', 'requests', userId], queryFn: () => fetchBookingRequests(client) });
