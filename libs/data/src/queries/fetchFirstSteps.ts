import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const firstStepsSchema = z.object({
  /** The account has put the list away. */
  closed: z.boolean(),
  /** In their order; a step that a page does not know is one of a newer database. */
  steps: z.array(z.object({ step: z.string(), done: z.boolean() })),
});
/** What an account does first, and how much of it is done. */
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/** The first steps of the account, read from what there is; null without a profile. */
export async function fetchFirstSteps(client: DataClient): Promise<FirstSteps | null> {
  return readRows(await client.rpc('nemus_first_steps', {}, { get: true }), firstStepsSchema.nullable());
}

/** @param userId whose steps the cache holds; the database itself asks the session */
export const firstStepsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['first-steps', userId], queryFn: () => fetchFirstSteps(client) });
