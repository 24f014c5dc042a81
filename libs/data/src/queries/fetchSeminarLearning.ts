import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const linksSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    is_published: z.boolean(),
    /** The version that learners see belongs to the seminar. */
    published_here: z.boolean(),
    /** The draft does: effective once published. */
    drafted_here: z.boolean(),
    /** Title of another seminar in the draft. */
    elsewhere: z.string().nullable(),
  }),
);
/** An e-learning course, and whether it belongs to a seminar. */
export type SeminarLearning = z.infer<typeof linksSchema>[number];

/** Every e-learning course that is not retired, relative to a seminar; for staff with the role `catalogue`. */
export const seminarLearningQuery = (client: DataClient, seminarId: string) =>
  queryOptions({
    queryKey: ['learning-desk', 'seminar', seminarId],
    queryFn: async () => readRows(await client.rpc('nemus_seminar_learning', { p_seminar: seminarId }), linksSchema),
  });
