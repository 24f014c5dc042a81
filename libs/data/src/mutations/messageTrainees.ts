import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const sentSchema = z.object({ sent: z.number(), skipped: z.number() });

/** Most characters of a message. */
export const MESSAGE_LENGTH = 700;

/**
 * Sends linked trainees of the institution a message, at most 200 people and three a day for each. Sent again with the
 * same id, it reaches no one twice.
 * @returns how many get it, and how many do not
 */
export async function messageTrainees(
  client: DataClient,
  trainees: readonly string[],
  text: string,
  messageId: string,
): Promise<z.infer<typeof sentSchema>> {
  return readRows(
    await client.rpc('nemus_message_trainees', { p_trainees: [...trainees], p_text: text, p_message: messageId }),
    sentSchema,
  );
}
