import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { sendDateLetters } from './sendDateLetters';

/** A room, as in the form. */
export interface RoomEntry {
  /** Null adds a room. */
  readonly id: string | null;
  readonly name: string;
  readonly address: string;
  readonly capacity: number;
  readonly isActive: boolean;
}

const savedSchema = z.object({ id: z.string(), dates: z.array(z.string()) });

/**
 * Adds or changes a room. Its coming dates get a new name or address, which is announced like a move. Fails with
 * `room_exists`, `room_taken`, `room_invalid` or `capacity_invalid`; the error names the field.
 * @returns the ids of the dates whose people are told
 */
export async function saveRoom(
  client: DataClient,
  { id, name, address, capacity, isActive }: RoomEntry,
): Promise<readonly string[]> {
  const { dates } = await readRows(
    await client.rpc('nemus_save_room', {
      p_name: name,
      p_address: address,
      p_capacity: capacity,
      p_is_active: isActive,
      ...(id !== null && { p_room: id }),
    }),
    savedSchema,
  );
  // Mails are sent after the change, which does not wait for them and never fails because of them.
  if (dates.length > 0) void sendDateLetters(client, dates);
  return dates;
}
