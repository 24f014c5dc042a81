import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { fetchBookedPlaces, type BookedPlace } from './fetchBookedPlaces';
import { BOOKING_STATUSES } from './fetchBookings';

const rowSchema = z.object({
  booking: z.object({
    id: z.string(),
    course_name: z.string(),
    /** As in a booking: each person chooses a date, and the days are meaningless. */
    has_dates: z.boolean().default(false),
    start_date: z.string(),
    end_date: z.string(),
    status: z.enum(BOOKING_STATUSES),
  }),
});

/** A course that a trainee is booked into. Days are `yyyy-MM-dd`. */
export interface TraineeBooking extends z.infer<typeof rowSchema> {
  /** The person's progress; null without a linked account, and for courses not enrolled by the booking. */
  readonly place: BookedPlace | null;
}

/** The bookings of one trainee, the latest first. */
export async function fetchTraineeBookings(client: DataClient, traineeId: string): Promise<TraineeBooking[]> {
  const [rows, places] = await Promise.all([
    client
      .from('nemus_booking_participants')
      .select('booking:nemus_course_bookings(id, course_name, has_dates, start_date, end_date, status)')
      .eq('trainee_id', traineeId)
      .then((answer) => readRows(answer, z.array(rowSchema))),
    fetchBookedPlaces(client, { traineeId }),
  ]);
  const placeOf = new Map(places.map((place) => [place.booking_id, place]));
  return rows
    .map(({ booking }) => ({ booking, place: placeOf.get(booking.id) ?? null }))
    .toSorted((one, other) => other.booking.start_date.localeCompare(one.booking.start_date));
}

export const traineeBookingsQuery = (client: DataClient, traineeId: string) =>
  queryOptions({ queryKey: ['bookings', 'of', traineeId], queryFn: () => fetchTraineeBookings(client, traineeId) });
