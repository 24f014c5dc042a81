import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

const answerSchema = z.object({ sent: z.number() });

/**
 * Has the mails sent that a change of dates or places has written, and answers how many left. The change stands either
 * way: what could not leave is sent by whoever comes by later, so a failure here is none.
 */
export async function sendDateLetters(client: DataClient, dateIds: readonly string[]): Promise<number> {
  try {
    const { sent } = await invokeFunction(client, 'send-date-letters', { dateIds: dateIds.slice(0, 60) }, answerSchema);
    return sent;
  } catch {
    return 0;
  }
}
