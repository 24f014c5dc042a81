import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { learningStatusSchema } from '../rows/learning';

const answerSchema = z.object({
  course_id: z.string(),
  status: learningStatusSchema,
  progress_percentage: z.number(),
  next_module_id: z.string().nullable(),
});
export type ModuleCompletion = z.infer<typeof answerSchema>;

/**
 * Marks a module as completed, which unlocks the next one. Completing it again changes nothing. Fails with
 * `module_not_found`, `premium_required`, `block_closed`, `module_locked` or `quiz_not_finished`.
 */
export async function completeModule(client: DataClient, moduleId: string): Promise<ModuleCompletion> {
  return readRows(await client.rpc('nemus_complete_module', { p_module: moduleId }), answerSchema);
}
