import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A trainee's budget per calendar year, and what was spent. Null: no limit. Money in cents, gross. */
const budgetSchema = z.object({
  trainee_id: z.string(),
  name: z.string(),
  credits_per_year: z.number().nullable(),
  cents_per_year: z.number().nullable(),
  credits_spent: z.number(),
  cents_spent: z.number(),
});
export type TraineeBudget = z.infer<typeof budgetSchema>;

const budgetsSchema = z.object({
  year: z.number(),
  /** The highest cost of one booking without approval; null without a limit. */
  limit: z.object({ credits: z.number().nullable(), cents: z.number().nullable() }).nullable(),
  budgets: z.array(budgetSchema),
});
export type Budgets = z.infer<typeof budgetsSchema>;

/** Budgets of these trainees of the institution, including those without one; and the limit of one booking. */
export async function fetchBudgets(client: DataClient, traineeIds: readonly string[]): Promise<Budgets> {
  return readRows(await client.rpc('nemus_budgets', { p_trainees: [...traineeIds] }), budgetsSchema);
}

/** @param userId whose institution the cache holds; the database uses the session */
export const budgetsQuery = (client: DataClient, userId: string, traineeIds: readonly string[]) =>
  queryOptions({
    queryKey: ['budgets', userId, ...traineeIds],
    queryFn: () => fetchBudgets(client, traineeIds),
  });
