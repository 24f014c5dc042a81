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

/** Storage, with the key that bypasses policies. */
const openStorage = ({ supabaseUrl, secretKey }: Environment) =>
  createClient(supabaseUrl, secretKey, { accessToken: () => Promise.resolve(secretKey) }).storage;

/** Where a certificate is sent: nothing reads it there. */
const incoming = (path: string) => `incoming/${path}`;

/**
 * Takes a certificate out of reach of its uploader, whose address for the upload is still valid. Nothing to move: the
 * upload did not arrive, or an earlier call moved it. Reading it tells which.
 */
export async function receiveUpload(environment: Environment, { bucket, path }: Upload): Promise<void> {
  if (bucket === 'logbook') await openStorage(environment).from(bucket).move(incoming(path), path);
}

/**
 * Removes files that were never confirmed or are no longer used, first from Storage: after a failure in between, the
 * database still finds them. So it does what arrives later. Missing files are no failure.
 */
export async function dropUploads(
  environment: Environment,
  database: Database,
  uploads: readonly Upload[],
): Promise<void> {
  const storage = openStorage(environment);
  for (const bucket of uploadSchema.shape.bucket.options) {
    const paths = uploads.filter((upload) => upload.bucket === bucket).map(({ path }) => path);
    if (paths.length === 0) continue;
    const sent = bucket === 'logbook' ? paths.map(incoming) : [];
    const { error } = await storage.from(bucket).remove([...paths, ...sent]);
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
