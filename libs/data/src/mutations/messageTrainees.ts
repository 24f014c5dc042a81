import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const sentSchema = z.object({ sent: z.number(), skipped: z.number() });

/** Most characters of a message. */
export const MESSAGE_LENGTH = 700;

/**
 * Sends linked trainees of the institution a message, at most 200 people and three a day for each.
 * @returns how many get it, and how many do not
 */
export async function messageTrainees(
  client: DataClient,
  trainees: readonly string[],
  text: string,
): Promise<z.infer<typeof sentSchema>> {
  return readRows(await client.rpc('nemus_message_trainees', { p_trainees: [...trainees], p_text: text }), sentSchema);
}
