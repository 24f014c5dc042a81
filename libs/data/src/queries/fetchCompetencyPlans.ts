import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { COMPETENCIES, competencySchema } from '../rows/course';

/** A row of the view `nemus_competency_plans`: what is planned in one competency. */
export const competencyPlanSchema = z.object({
  competency: competencySchema,
  modules_total: z.number(),
  modules_completed: z.number(),
  /** Title of the next module; null when none is planned. */
  next_module: z.string().nullable(),
  /** Part of the sample data, not done by the account. */
  is_sample: z.boolean().default(false),
});
export type CompetencyPlan = z.infer<typeof competencyPlanSchema>;

/** The account's plan by competency; an unplanned competency has no row. */
export async function fetchCompetencyPlans(client: DataClient, userId: string): Promise<CompetencyPlan[]> {
  return readRows(
    await client
      .from('nemus_competency_plans')
      .select('competency, modules_total, modules_completed, next_module, is_sample')
      .eq('user_id', userId)
      .limit(COMPETENCIES.length),
    z.array(competencyPlanSchema),
  );
}

export const competencyPlansQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['learning', 'competency-plans', userId],
    queryFn: () => fetchCompetencyPlans(client, userId),
  });
