import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invokeFunction } from './invokeFunction';

const addressSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Starts the account's calendar subscription, or that of a teacher. An earlier address ends.
 *
 * @returns the secret address, which cannot be read again
 */
export async function renewCalendar(client: DataClient, teacherId?: string): Promise<string> {
  const body = teacherId === undefined ? {} : { teacherId };
  return (await invokeFunction(client, 'calendar', body, addressSchema)).url;
}

/** Ends the subscription; ending again changes nothing. */
export async function endCalendar(client: DataClient, teacherId?: string): Promise<void> {
  const args = teacherId === undefined ? {} : { p_teacher: teacherId };
  await readRows(await client.rpc('nemus_end_calendar', args), z.unknown());
}
