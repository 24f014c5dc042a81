import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { BlockPosition } from '../queries/fetchBlockPosition';

/** Saves the account's position within a block, so that another device continues there. */
export async function saveBlockPosition(
  client: DataClient,
  {
    userId,
    courseId,
    blockId,
    position,
  }: { userId: string; courseId: string; blockId: string; position: BlockPosition },
): Promise<void> {
  await readRows(
    await client.from('nemus_block_positions').upsert({
      user_id: userId,
      course_id: courseId,
      block_id: blockId,
      step: position.step,
      video_seconds: position.videoSeconds,
    }),
    z.null(),
  );
}
