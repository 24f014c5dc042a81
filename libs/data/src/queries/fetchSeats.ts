import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** State of a paid place; `left`: its holder is no longer linked with the institution. */
export const SEAT_STATES = ['free', 'unused', 'started', 'completed', 'left', 'cancelled'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

/** Places per page. */
export const SEATS_PER_PAGE = 50;

const seatSchema = z.object({
  /** Null for what the institution bought for its own account. */
  booking_id: z.string().nullable(),
  trainee_id: z.string().nullable(),
  /** Distinguishes the free places of one booking. */
  number: z.int(),
  name: z.string().nullable(),
  course_id: z.string(),
  course_name: z.string(),
  has_dates: z.boolean(),
  /** First day, `yyyy-MM-dd`; meaningless for a course with dates. */
  start_date: z.string().nullable(),
  state: z.enum(SEAT_STATES),
  /** More than one for a cancelled booking. */
  places: z.int(),
  own: z.boolean(),
  bought_at: z.string(),
  /** What cancelling it returns: the price, or a free place; null when it cannot be cancelled. */
  back: z.enum(['payment', 'place']).nullable(),
  can_move: z.boolean(),
});
export type Seat = z.infer<typeof seatSchema>;

const seatPageSchema = z.object({
  total: z.int(),
  /** Counts of all places by state. */
  counts: z.partialRecord(z.enum(SEAT_STATES), z.int()),
  seats: z.array(seatSchema),
});
export type SeatPage = z.infer<typeof seatPageSchema>;

/** Which places. */
export interface SeatSelection {
  /** Words that must all be in the name or course. */
  readonly search: string;
  readonly state: SeatState | null;
  /** From 1 on. */
  readonly page: number;
}

/** One page of the institution's paid places, newest first. */
export async function fetchSeats(client: DataClient, { search, state, page }: SeatSelection): Promise<SeatPage> {
  const asked = { p_search: search, ...(state !== null && { p_state: state }), p_offset: (page - 1) * SEATS_PER_PAGE };
  return readRows(await client.rpc('nemus_seats', asked, { get: true }), seatPageSchema);
}

export const seatsQuery = (client: DataClient, selection: SeatSelection) =>
  queryOptions({
    queryKey: ['bookings', 'seats', selection],
    queryFn: () => fetchSeats(client, selection),
    placeholderData: keepPreviousData,
  });
