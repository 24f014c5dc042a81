import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const calendarSchema = z.object({ created_at: z.string(), last_read_at: z.string().nullable() });
/** A calendar subscription. Its address is shown only when it is made. */
export type Calendar = z.infer<typeof calendarSchema>;

/** The account's calendar subscription, or that of a teacher, for staff; null without one. */
export async function fetchCalendar(client: DataClient, teacherId?: string): Promise<Calendar | null> {
  const args = teacherId === undefined ? {} : { p_teacher: teacherId };
  return readRows(await client.rpc('nemus_calendar', args), calendarSchema.nullable());
}

export const calendarQuery = (client: DataClient, userId: string, teacherId?: string) =>
  queryOptions({
    queryKey: ['calendar', userId, teacherId ?? 'own'],
    queryFn: () => fetchCalendar(client, teacherId),
  });
