import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A teacher, as in the form. */
export interface TeacherEntry {
  /** Null adds a teacher. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

/** Adds a teacher, or changes name, address and availability for new dates. Returns the id. */
export async function saveTeacher(client: DataClient, { id, name, email, isActive }: TeacherEntry): Promise<string> {
  return readRows(
    await client.rpc('nemus_save_teacher', {
      p_name: name,
      p_email: email,
      p_is_active: isActive,
      ...(id !== null && { p_teacher: id }),
    }),
    z.string(),
  );
}
