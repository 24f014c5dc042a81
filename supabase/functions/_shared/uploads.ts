import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { logError } from './log.ts';

/** A file in its bucket. */
export const uploadSchema = z.object({
  /** `learning`: files of e-learning · `logbook`: certificates from elsewhere; as the migrations make them. */
  bucket: z.enum(['learning', 'logbook']),
  path: z.string(),
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * Removes files that were never confirmed or are no longer used, first from Storage: after a failure in between, the row still finds them.
 * Missing files are no failure.
 */
export async function dropUploads(
  { supabaseUrl, secretKey }: Environment,
  database: Database,
  uploads: readonly Upload[],
): Promise<void> {
  const client = createClient(supabaseUrl, secretKey, { accessToken: () => Promise.resolve(secretKey) });
  for (const bucket of uploadSchema.shape.bucket.options) {
    const paths = uploads.filter((upload) => upload.bucket === bucket).map(({ path }) => path);
    if (paths.length === 0) continue;
    const { error } = await client.storage.from(bucket).remove(paths);
    if (error) throw new Error(`Files cannot be removed: ${error.message}`, { cause: error });
    await database.call('nemus_drop_uploads', { p_paths: paths }, z.unknown());
  }
}

/**
 * Removes unfinished uploads and unused certificates, together or, when that fails, one by one: a file that cannot be removed is set aside.
 *
 * @returns how many files, at most fifty of a bucket at a time
 */
export async function clearAbandoned(environment: Environment, database: Database): Promise<number> {
  const abandoned = await database.call('nemus_abandoned_uploads', {}, z.array(uploadSchema));
  try {
    await dropUploads(environment, database, abandoned);
    return abandoned.length;
  } catch (error) {
    logError(error);
  }
  let removed = 0;
  for (const upload of abandoned) {
    let error: string | null = null;
    try {
      await dropUploads(environment, database, [upload]);
      removed += 1;
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    await database.call(
      'nemus_note_outcome',
      { p_job: 'clear-uploads', p_item: upload.path, p_error: error },
      z.unknown(),
    );
  }
  return removed;
}
