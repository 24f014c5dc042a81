import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/**
 * Has the mails sent that the account is owed about completed purchases, each once.
 *
 * @param bookingId whose trainees are told as well
 */
export async function confirmPurchases(client: DataClient, bookingId?: string): Promise<void> {
  await invokeFunction(
    client,
    'confirm-purchases',
    bookingId === undefined ? {} : { bookingId },
    z.object({ sent: z.number() }),
  );
}
