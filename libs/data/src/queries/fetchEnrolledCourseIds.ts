import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readPages } from './pages';
import { shareStructure } from './structural-sharing';

const rowsSchema = z.array(z.object({ course_id: z.string() }));

/** Which courses the account is enrolled in (S-12.7); all that a catalogue needs. */
export async function fetchEnrolledCourseIds(client: DataClient, userId: string): Promise<ReadonlySet<string>> {
  const rows = await readPages(
    (from, to) =>
      client
        .from('nemus_course_enrollments')
        .select('course_id', { count: 'exact' })
        .eq('user_id', userId)
        .order('course_id')
        .range(from, to),
    rowsSchema,
  );
  return new Set(rows.map(({ course_id }) => course_id));
}

export const enrolledCourseIdsQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['enrollments', userId, 'course-ids'],
    queryFn: () => fetchEnrolledCourseIds(client, userId),
    structuralSharing: shareStructure,
  });
