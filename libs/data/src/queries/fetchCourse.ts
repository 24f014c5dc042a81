import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { wholeCourseSchema, type WholeCourse } from '../rows/course';

const idSchema = z.uuid();

/** One seminar, including a retired one that the account has; null for an invalid id, or one that is not offered. */
export async function fetchCourse(client: DataClient, courseId: string): Promise<WholeCourse | null> {
  // An address may contain anything; the database would refuse an invalid id.
  if (!idSchema.safeParse(courseId).success) return null;
  const rows = await readRows(
    await client.from('nemus_courses').select('*').eq('id', courseId).limit(1),
    z.array(wholeCourseSchema),
  );
  return rows[0] ?? null;
}

export const courseQuery = (client: DataClient, courseId: string) =>
  queryOptions({ queryKey: ['courses', courseId], queryFn: () => fetchCourse(client, courseId) });
