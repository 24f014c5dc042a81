import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const firstStepsSchema = z.object({
  /** The account has closed the list. */
  closed: z.boolean(),
  /** The account confirms entries of others, and has nothing of a trainee. */
  only_confirms: z.boolean().optional(),
  /** In order; an unknown step comes from a newer database. */
  steps: z.array(z.object({ step: z.string(), done: z.boolean() })),
});
/** An account's first steps, and their progress. */
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/** The first steps of the account, derived from its data; null without a profile. */
export async function fetchFirstSteps(client: DataClient): Promise<FirstSteps | null> {
  return readRows(await client.rpc('nemus_first_steps', {}, { get: true }), firstStepsSchema.nullable());
}

/** @param userId whose steps the cache holds; the database uses the session */
export const firstStepsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['first-steps', userId], queryFn: () => fetchFirstSteps(client) });
