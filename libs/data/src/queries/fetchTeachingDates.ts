import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { teachingDateDetailsSchema, teachingDateSchema, type TeachingDateDetails } from '../rows/teaching-date';

/** Filters and order of seminar dates. Null means all. */
export interface TeachingDateSelection {
  /** Moments, ISO 8601: the first inclusive, the last exclusive. */
  readonly from: string | null;
  readonly until: string | null;
  readonly courseId: string | null;
  readonly teacherId: string | null;
  readonly roomId?: string | null;
  /** Words of the place. */
  readonly place?: string | null;
  readonly latestFirst: boolean;
  /** `planned`: without cancelled ones; `unticked`: past ones with attendance missing. */
  readonly state?: 'planned' | 'unticked';
}

const pageSchema = z.object({ total: z.number(), dates: z.array(teachingDateSchema) });
export type TeachingDatePage = z.infer<typeof pageSchema>;

/** Dates of seminars with places, teachers and conflicts, for planners. At most 500 at once. */
export async function fetchTeachingDates(
  client: DataClient,
  { from, until, courseId, teacherId, roomId = null, place = null, latestFirst, state }: TeachingDateSelection,
  limit: number,
  offset: number,
): Promise<TeachingDatePage> {
  return readRows(
    await client.rpc(
      'nemus_teaching_dates',
      {
        ...(from !== null && { p_from: from }),
        ...(until !== null && { p_until: until }),
        ...(courseId !== null && { p_course: courseId }),
        ...(teacherId !== null && { p_teacher: teacherId }),
        ...(roomId !== null && { p_room: roomId }),
        ...(place !== null && { p_place: place }),
        p_latest_first: latestFirst,
        p_limit: limit,
        p_offset: offset,
        ...(state !== undefined && { p_state: state }),
      },
      { get: true },
    ),
    pageSchema,
  );
}

/** Keeps the rows on the screen while the next selection loads. */
export const teachingDatesQuery = (client: DataClient, selection: TeachingDateSelection, limit: number, offset = 0) =>
  queryOptions({
    queryKey: ['teaching', 'dates', selection, limit, offset],
    queryFn: () => fetchTeachingDates(client, selection, limit, offset),
    placeholderData: keepPreviousData,
  });

/** One date of a seminar, for planners; null if missing. */
export async function fetchTeachingDate(client: DataClient, id: string): Promise<TeachingDateDetails | null> {
  return readRows(
    await client.rpc('nemus_teaching_date', { p_date: id }, { get: true }),
    teachingDateDetailsSchema.nullable(),
  );
}

export const teachingDateQuery = (client: DataClient, id: string) =>
  queryOptions({ queryKey: ['teaching', 'date', id], queryFn: () => fetchTeachingDate(client, id) });
