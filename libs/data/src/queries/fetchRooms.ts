import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { roomSchema, type Room } from '../rows/teaching-date';

/** Rooms of the academy by name, with their coming dates, for planners. */
export async function fetchRooms(client: DataClient): Promise<Room[]> {
  return readRows(await client.rpc('nemus_staff_rooms', {}, { get: true }), z.array(roomSchema));
}

export const roomsQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['teaching', 'rooms'], queryFn: () => fetchRooms(client) });
