import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

const changeSchema = z.object({
  /** How many places were cancelled. */
  places: z.number(),
  credits_returned: z.number(),
  /** Refund to the card, in cents. */
  refund_cents: z.number(),
});
export type BookingChange = z.infer<typeof changeSchema>;

/**
 * Moves a booking to another first day, `yyyy-MM-dd`. Fails with `booking_over`, `booking_deadline_passed`,
 * `booking_is_sample`, `booking_has_dates`, `start_in_the_past`, `start_too_late`, `start_unchanged`; the message is German.
 */
export async function moveBooking(client: DataClient, bookingId: string, startsOn: string): Promise<void> {
  await invokeFunction(client, 'change-booking', { bookingId, startsOn }, changeSchema);
}

/**
 * Cancels places of a booking, all or none. Fails as {@link moveBooking}, and with `place_begun`, `place_date_near`,
 * `trainee_left`, `place_not_found`; the message is German.
 */
export function cancelPlaces(
  client: DataClient,
  bookingId: string,
  traineeIds: readonly string[],
): Promise<BookingChange> {
  return invokeFunction(client, 'change-booking', { bookingId, cancel: traineeIds }, changeSchema);
}
