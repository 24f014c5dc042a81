import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A line of a block's leaderboard: a person's best among the runs that count, one a day (S-6.14, S-6.15). */
export const leaderboardEntrySchema = z.object({
  /** From 1. */
  rank: z.number(),
  /** First name and initial. */
  user_name: z.string(),
  score: z.number(),
  total_questions: z.number(),
  percentage: z.number(),
  lives_remaining: z.number(),
  completed_at: z.string(),
  is_own: z.boolean(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/** The ten best people of a block's quiz. */
export async function fetchLeaderboard(
  client: DataClient,
  courseId: string,
  blockId: string,
): Promise<LeaderboardEntry[]> {
  return readRows(
    await client.rpc('nemus_leaderboard', { p_course: courseId, p_block: blockId }),
    z.array(leaderboardEntrySchema),
  );
}

export const leaderboardQuery = (client: DataClient, courseId: string, blockId: string) =>
  queryOptions({
    queryKey: ['learning', 'leaderboard', courseId, blockId],
    queryFn: () => fetchLeaderboard(client, courseId, blockId),
    staleTime: 0,
  });
