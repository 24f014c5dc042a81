import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** What became of a place that was paid; `left`: whoever has it is not linked with the institution any more. */
export const SEAT_STATES = ['free', 'unused', 'started', 'completed', 'left', 'cancelled'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

/** How many places one page of the list has. */
export const SEATS_PER_PAGE = 50;

const seatSchema = z.object({
  /** Null for what the institution bought for its own account. */
  booking_id: z.string().nullable(),
  trainee_id: z.string().nullable(),
  /** Tells free places of one booking apart. */
  number: z.int(),
  name: z.string().nullable(),
  course_id: z.string(),
  course_name: z.string(),
  has_dates: z.boolean(),
  /** First day, `yyyy-MM-dd`; says nothing of a course with dates. */
  start_date: z.string().nullable(),
  state: z.enum(SEAT_STATES),
  /** More than one for a booking that was cancelled. */
  places: z.int(),
  own: z.boolean(),
  bought_at: z.string(),
  /** What taking it back brings: what was paid, or a free place; null when it cannot be taken back. */
  back: z.enum(['payment', 'place']).nullable(),
  can_move: z.boolean(),
});
export type Seat = z.infer<typeof seatSchema>;

const seatPageSchema = z.object({
  total: z.int(),
  /** Places by state, of all there are. */
  counts: z.partialRecord(z.enum(SEAT_STATES), z.int()),
  seats: z.array(seatSchema),
});
export type SeatPage = z.infer<typeof seatPageSchema>;

/** Which places. */
export interface SeatSelection {
  /** Words that name and course must all contain. */
  readonly search: string;
  readonly state: SeatState | null;
  /** From 1 on. */
  readonly page: number;
}

/** One page of all places that the institution has paid for, the newest first. */
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
