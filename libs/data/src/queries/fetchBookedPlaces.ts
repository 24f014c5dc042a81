import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { chosenDateSchema } from './fetchBookedSeminars';

/** Progress of a place that the institution has booked, for a linked person. */
export const bookedPlaceSchema = z.object({
  booking_id: z.string(),
  trainee_id: z.string(),
  /** 0 to 100. */
  progress_percentage: z.number(),
  /** The chosen date; null for none, and for a seminar without dates. */
  date: chosenDateSchema.nullable(),
});
export type BookedPlace = z.infer<typeof bookedPlaceSchema>;

/** Places of one booking, or of one trainee, without people who are no longer linked with the institution. */
export async function fetchBookedPlaces(
  client: DataClient,
  of: { readonly bookingId: string } | { readonly traineeId: string },
): Promise<readonly BookedPlace[]> {
  const named = 'bookingId' in of ? { p_booking: of.bookingId } : { p_trainee: of.traineeId };
  return readRows(await client.rpc('nemus_booked_places', named, { get: true }), z.array(bookedPlaceSchema));
}

export const bookedPlacesQuery = (client: DataClient, bookingId: string) =>
  queryOptions({
    queryKey: ['bookings', 'places', bookingId],
    queryFn: () => fetchBookedPlaces(client, { bookingId }),
  });
