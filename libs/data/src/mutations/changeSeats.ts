import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Gives a free place of a booking to a trainee. Fails with `no_free_seat`, `seat_expired`, and like a booking. */
export async function assignSeat(client: DataClient, bookingId: string, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_assign_seat', { p_booking: bookingId, p_trainee: traineeId }), z.unknown());
}

/**
 * Frees a place that was not started and can no longer be refunded. Fails with `seat_refundable`, `place_begun`,
 * `place_not_found`, `trainee_left`, `seat_expired`.
 */
export async function freeSeat(client: DataClient, bookingId: string, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_free_seat', { p_booking: bookingId, p_trainee: traineeId }), z.unknown());
}

/** Transfers a place that was not started to another trainee; fails like both above. */
export async function transferSeat(
  client: DataClient,
  bookingId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await readRows(
    await client.rpc('nemus_transfer_seat', { p_booking: bookingId, p_from: from, p_to: to }),
    z.unknown(),
  );
}
