import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { BOOKING_STATUSES } from './fetchBookings';

/** A course that a trainee is booked into. Dates are `yyyy-MM-dd`; progress is 0 to 100, null before there is any. */
export const traineeBookingSchema = z.object({
  booking: z.object({
    id: z.string(),
    course_name: z.string(),
    start_date: z.string(),
    end_date: z.string(),
    status: z.enum(BOOKING_STATUSES),
  }),
  enrollment: z.object({ progress_percentage: z.number() }).nullable(),
});
export type TraineeBooking = z.infer<typeof traineeBookingSchema>;

/** The bookings of one trainee, the latest first. */
export async function fetchTraineeBookings(client: DataClient, traineeId: string): Promise<TraineeBooking[]> {
  const rows = readRows(
    await client
      .from('nemus_booking_participants')
      .select(
        'booking:nemus_course_bookings(id, course_name, start_date, end_date, status), enrollment:nemus_course_enrollments(progress_percentage)',
      )
      .eq('trainee_id', traineeId),
    z.array(traineeBookingSchema),
  );
  return rows.toSorted((one, other) => other.booking.start_date.localeCompare(one.booking.start_date));
}

export const traineeBookingsQuery = (client: DataClient, traineeId: string) =>
  queryOptions({ queryKey: ['bookings', 'of', traineeId], queryFn: () => fetchTraineeBookings(client, traineeId) });
