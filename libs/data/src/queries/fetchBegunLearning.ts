import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { learningProgressSchema } from '../rows/learning';

const begunLearningSchema = learningProgressSchema.extend({
  /** Null when the course is not offered any more. */
  course: z
    .object({
      title: z.string(),
      competency: competencySchema,
      /** Teaching units of 45 minutes. */
      units: z.number(),
      /** The seminar that it is sold with; null for a course that everybody has. */
      seminar_id: z.string().nullable(),
    })
    .nullable(),
});

/** An e-learning course that the account has begun or completed. */
export type BegunLearning = Omit<z.infer<typeof begunLearningSchema>, 'course'> & {
  readonly course: NonNullable<z.infer<typeof begunLearningSchema>['course']>;
};

/** The e-learning courses that the account has begun and that are offered, as the e-learning page counts them. */
export async function fetchBegunLearning(client: DataClient, userId: string): Promise<BegunLearning[]> {
  const rows = readRows(
    await client
      .from('nemus_learning_progress')
      .select(
        'course_id,status,progress_percentage,is_sample,course:nemus_learning_courses(title,competency,units,seminar_id)',
      )
      .eq('user_id', userId)
      .order('course_id'),
    z.array(begunLearningSchema),
  );
  return rows.flatMap((row) => {
    const { course } = row;
    return course === null || row.status === 'not_started' ? [] : [{ ...row, course }];
  });
}

export const begunLearningQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['learning', 'begun', userId], queryFn: () => fetchBegunLearning(client, userId) });
