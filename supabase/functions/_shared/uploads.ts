import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';

/** Name of the bucket of e-learning files, as the migration makes it. */
export const BUCKET = 'learning';

/**
 * Forgets files that were never confirmed, and takes them out of Storage first: what fails in between is found again by
 * its row. Those that are not there are no failure.
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

/** Removes unfinished uploads. @returns how many files, at most fifty at a time */
export async function clearAbandoned(environment: Environment, database: Database): Promise<number> {
  const abandoned = await database.call('nemus_abandoned_uploads', {}, z.array(z.string()));
  await dropUploads(environment, database, abandoned);
  return abandoned.length;
}
