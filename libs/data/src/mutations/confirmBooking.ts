import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/** Mails the confirmation of a new booking to the institution, unless it wants no notifications. */
export async function confirmBooking(client: DataClient, bookingId: string): Promise<void> {
  await invokeFunction(client, 'confirm-booking', { bookingId }, z.object({ sent: z.boolean() }));
}
