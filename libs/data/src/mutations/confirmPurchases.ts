import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/**
 * Has the pending mails about completed purchases sent, each once.
 *
 * @param bookingId whose trainees are notified as well
 */
export async function confirmPurchases(client: DataClient, bookingId?: string): Promise<void> {
  await invokeFunction(
    client,
    'confirm-purchases',
    bookingId === undefined ? {} : { bookingId },
    z.object({ sent: z.number() }),
  );
}
