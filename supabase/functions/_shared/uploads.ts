import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { logError } from './log.ts';

/** Name of the bucket of e-learning files, as the migration makes it. */
export const BUCKET = 'learning';

/**
 * Removes files that were never confirmed, first from Storage: after a failure in between, the row still finds them.
 * Missing files are no failure.
 */
export async function dropUploads(
  { supabaseUrl, secretKey }: Environment,
  database: Database,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const client = createClient(supabaseUrl, secretKey, { accessToken: () => Promise.resolve(secretKey) });
  const { error } = await client.storage.from(BUCKET).remove([...paths]);
  if (error) throw new Error(`Files cannot be removed: ${error.message}`, { cause: error });
  await database.call('nemus_drop_uploads', { p_paths: paths }, z.unknown());
}

/**
 * Removes unfinished uploads, together or, when that fails, one by one: a file that cannot be removed is set aside.
 *
 * @returns how many files, at most fifty at a time
 */
export async function clearAbandoned(environment: Environment, database: Database): Promise<number> {
  const abandoned = await database.call('nemus_abandoned_uploads', {}, z.array(z.string()));
  try {
    await dropUploads(environment, database, abandoned);
    return abandoned.length;
  } catch (error) {
    logError(error);
  }
  let removed = 0;
  for (const path of abandoned) {
    let error: string | null = null;
    try {
      await dropUploads(environment, database, [path]);
      removed += 1;
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    await database.call('nemus_note_outcome', { p_job: 'clear-uploads', p_item: path, p_error: error }, z.unknown());
  }
  return removed;
}
