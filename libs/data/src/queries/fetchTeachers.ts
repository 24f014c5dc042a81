import { germanOrder } from '@nemus/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { teacherSchema, type Teacher } from '../rows/teaching-date';

/** Teachers by name; empty for accounts that do not plan dates. */
export async function fetchTeachers(client: DataClient): Promise<Teacher[]> {
  const teachers = await readRows(
    await client.from('nemus_teachers').select('id, name, email, is_active').order('id'),
    z.array(teacherSchema),
  );
  return teachers.toSorted((a, b) => germanOrder(a.name, b.name));
}

export const teachersQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['teaching', 'teachers'], queryFn: () => fetchTeachers(client) });
