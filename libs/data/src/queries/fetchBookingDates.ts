import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { chosenDateSchema, type ChosenDate } from './fetchBookedSeminars';

const rowsSchema = z.array(z.object({ trainee_id: z.string(), date: chosenDateSchema.nullable() }));

/**
 * Which date of the seminar each trainee of a booking has chosen, null for none. Empty for a seminar without dates;
 * whoever is not linked with the institution any more is not in it.
 */
export async function fetchBookingDates(
  client: DataClient,
  bookingId: string,
): Promise<ReadonlyMap<string, ChosenDate | null>> {
  const rows = readRows(await client.rpc('nemus_booking_dates', { p_booking: bookingId }, { get: true }), rowsSchema);
  return new Map(rows.map(({ trainee_id, date }) => [trainee_id, date]));
}

export const bookingDatesQuery = (client: DataClient, bookingId: string) =>
  queryOptions({ queryKey: ['bookings', 'dates', bookingId], queryFn: () => fetchBookingDates(client, bookingId) });
