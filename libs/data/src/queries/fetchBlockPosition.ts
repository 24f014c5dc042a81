import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const positionSchema = z.object({ step: z.string(), video_seconds: z.number() });

/** Where an account is within a block. */
export interface BlockPosition {
  readonly step: string;
  readonly videoSeconds: number;
}

/** The account's last position in a block; null when it never opened it. */
export async function fetchBlockPosition(
  client: DataClient,
  userId: string,
  courseId: string,
  blockId: string,
): Promise<BlockPosition | null> {
  const row = await readRows(
    await client
      .from('nemus_block_positions')
      .select('step,video_seconds')
      .eq('user_id', userId)
      .eq('course_id', courseId)
      .eq('block_id', blockId)
      .maybeSingle(),
    positionSchema.nullable(),
  );
  return row && { step: row.step, videoSeconds: row.video_seconds };
}

export const blockPositionQuery = (client: DataClient, userId: string, courseId: string, blockId: string) =>
  queryOptions({
    queryKey: ['learning', 'position', userId, courseId, blockId],
    queryFn: () => fetchBlockPosition(client, userId, courseId, blockId),
  });
