import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** What became of a message: how many people got it, and how many did not. */
export const sentMessageSchema = z.object({ sent: z.number(), skipped: z.number() });
export type SentMessage = z.infer<typeof sentMessageSchema>;

/** Most characters of a message. */
export const MESSAGE_LENGTH = 700;

/**
 * Sends linked trainees of the institution a message, at most 200 people and three a day for each.
 * @param id names the message: sent again with the same id, it reaches no one twice
 */
export async function messageTrainees(
  client: DataClient,
  trainees: readonly string[],
  text: string,
  id: string,
): Promise<SentMessage> {
  const answer = await client.rpc('nemus_message_trainees', { p_trainees: [...trainees], p_text: text, p_message: id });
  return readRows(answer, sentMessageSchema);
}
