import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { learningProgressSchema } from '../rows/learning';

/** A row of the view `nemus_my_learning`: a course that the account has started, or has with a seminar. */
export const ownLearningSchema = learningProgressSchema.extend({
  title: z.string(),
  competency: competencySchema,
  /** Teaching units of 45 minutes. */
  units: z.number(),
  /** The seminar that it is sold with; null for a free course. */
  seminar_id: z.string().nullable(),
  /** All modules of its current version are completed. */
  is_done: z.boolean(),
  /** Title of the first module that is open and not completed; null when there is none, or it is released later. */
  next_module: z.string().nullable(),
});
export type OwnLearning = z.infer<typeof ownLearningSchema>;

/** The offered e-learning courses that the account has started, or has with a seminar, in the catalogue's order. */
export async function fetchOwnLearning(client: DataClient): Promise<OwnLearning[]> {
  return readRows(
    await client
      .from('nemus_my_learning')
      .select('course_id,title,competency,units,seminar_id,status,progress_percentage,is_sample,is_done,next_module')
      .order('position'),
    z.array(ownLearningSchema),
  );
}

/** @param userId whose courses the cache holds; the database uses the session */
export const ownLearningQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['learning', 'own', userId], queryFn: () => fetchOwnLearning(client) });
