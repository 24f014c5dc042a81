import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const calendarSchema = z.object({ created_at: z.string(), last_read_at: z.string().nullable() });
/** A calendar subscription. Its address is shown only when it is made. */
export type Calendar = z.infer<typeof calendarSchema>;

/** Whose calendar, for staff: a teacher's, by id, or that of a room. Without one: the account's own. */
export type CalendarOwner = string | { readonly room: string };

/** Arguments of the functions about calendars. */
export const calendarArguments = (owner?: CalendarOwner): { p_teacher?: string; p_room?: string } =>
  owner === undefined ? {} : typeof owner === 'string' ? { p_teacher: owner } : { p_room: owner.room };

/** The account's calendar subscription, or that of a teacher or room, for staff; null without one. */
export async function fetchCalendar(client: DataClient, owner?: CalendarOwner): Promise<Calendar | null> {
  return readRows(await client.rpc('nemus_calendar', calendarArguments(owner)), calendarSchema.nullable());
}

export const calendarQuery = (client: DataClient, userId: string, owner?: CalendarOwner) =>
  queryOptions({
    queryKey: ['calendar', userId, owner ?? 'own'],
    queryFn: () => fetchCalendar(client, owner),
  });
