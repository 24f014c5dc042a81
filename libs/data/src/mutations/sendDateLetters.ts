import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

const answerSchema = z.object({ sent: z.number() });

/**
 * Has the mails about changed dates or places sent, and returns how many left. The change is saved either way: later
 * calls send what failed, so a failure here is ignored.
 */
export async function sendDateLetters(client: DataClient, dateIds: readonly string[]): Promise<number> {
  try {
    const { sent } = await invokeFunction(client, 'send-date-letters', { dateIds: dateIds.slice(0, 60) }, answerSchema);
    return sent;
  } catch {
    return 0;
  }
}
