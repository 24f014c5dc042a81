import { queryOptions } from '@tanstack/react-query';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { logbookWeekSchema, type LogbookWeek } from '../rows/logbook';

/** The account's entries of seven days from a Monday (`yyyy-MM-dd`), and open ones of other weeks. */
export async function fetchLogbookWeek(client: DataClient, monday: string): Promise<LogbookWeek> {
  return readRows(await client.rpc('nemus_logbook_week', { p_monday: monday }, { get: true }), logbookWeekSchema);
}

/** @param userId whose entries the cache holds; the database uses the session */
export const logbookWeekQuery = (client: DataClient, userId: string, monday: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'week', monday], queryFn: () => fetchLogbookWeek(client, monday) });
