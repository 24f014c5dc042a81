import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { learningProgressSchema, type LearningProgress } from '../rows/learning';
import { shareStructure } from './structural-sharing';

/** An account's progress: per course, and its completed modules. */
export interface LearningRecord {
  readonly progress: readonly LearningProgress[];
  readonly completedModules: ReadonlySet<string>;
}

const completedSchema = z.array(z.object({ module_id: z.string() }));

/** The account's progress in all e-learning courses. */
export async function fetchLearningProgress(client: DataClient, userId: string): Promise<LearningRecord> {
  const [progress, modules] = await Promise.all([
    client
      .from('nemus_learning_progress')
      .select('course_id,status,progress_percentage,is_sample')
      .eq('user_id', userId),
    client.from('nemus_module_progress').select('module_id').eq('user_id', userId),
  ]);
  return {
    progress: await readRows(progress, z.array(learningProgressSchema)),
    completedModules: new Set((await readRows(modules, completedSchema)).map(({ module_id }) => module_id)),
  };
}

export const learningProgressQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['learning', 'progress', userId],
    queryFn: () => fetchLearningProgress(client, userId),
    structuralSharing: shareStructure,
  });
