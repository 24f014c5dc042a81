import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { calendarArguments, type CalendarOwner } from '../queries/fetchCalendar';
import { invokeFunction } from './invokeFunction';

const addressSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Starts the account's calendar subscription, or that of a teacher or room. An earlier address ends.
 *
 * @returns the secret address, which cannot be read again
 */
export async function renewCalendar(client: DataClient, owner?: CalendarOwner): Promise<string> {
  const body = owner === undefined ? {} : typeof owner === 'string' ? { teacherId: owner } : { roomId: owner.room };
  return (await invokeFunction(client, 'calendar', body, addressSchema)).url;
}

/** Ends the subscription; ending again changes nothing. */
export async function endCalendar(client: DataClient, owner?: CalendarOwner): Promise<void> {
  await readRows(await client.rpc('nemus_end_calendar', calendarArguments(owner)), z.unknown());
}
