import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readPages } from './pages';
import { shareStructure } from './structural-sharing';

const rowSchema = z.object({ trainee_id: z.string() });

/** The institution's trainees that a course is already booked for. */
export async function fetchBookedTraineeIds(client: DataClient, courseId: string): Promise<ReadonlySet<string>> {
  const rows = await readPages(
    (from, to) =>
      client
        .from('nemus_booking_participants')
        .select('trainee_id', { count: 'exact' })
        .eq('course_id', courseId)
        .order('trainee_id')
        .range(from, to),
    z.array(rowSchema),
  );
  return new Set(rows.map(({ trainee_id }) => trainee_id));
}

export const bookedTraineeIdsQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['bookings', 'booked-trainees', courseId],
    queryFn: () => fetchBookedTraineeIds(client, courseId),
    structuralSharing: shareStructure,
  });
