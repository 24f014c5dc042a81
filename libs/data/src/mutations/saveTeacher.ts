import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Somebody who teaches, as a form has it. */
export interface TeacherEntry {
  /** Null adds somebody. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

/** Adds somebody who teaches, or changes name, address and whether there are new dates for them; the id. */
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
