import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { PlannedPart } from '../rows/teaching-date';
import { sendDateLetters } from './sendDateLetters';

/** The parts of a date as planned. */
export interface PartsPlan {
  readonly dateId: string;
  /** A part without id is new; one left out is removed. */
  readonly parts: readonly PlannedPart[];
  /** Attended parts that the certificate needs; null: all. */
  readonly needed: number | null;
}

/**
 * Changes the parts of a date that is not over. Other times are announced like a move. Fails with `part_begun`,
 * `parts_overlap`, `parts_too_long`, `parts_needed_invalid`, `date_unchangeable`, `room_taken` or `teacher_busy`.
 *
 * @returns whether times changed
 */
export async function planParts(client: DataClient, { dateId, parts, needed }: PartsPlan): Promise<boolean> {
  const moved = await readRows(
    await client.rpc('nemus_plan_parts', {
      p_date: dateId,
      p_parts: parts.map((part) => ({ ...part })),
      ...(needed !== null && { p_needed: needed }),
    }),
    z.boolean(),
  );
  if (moved) void sendDateLetters(client, [dateId]);
  return moved;
}
