import { z } from 'zod';
import { openDatabase, openDatabaseAs } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { clearAbandoned, dropUploads, receiveUpload, uploadSchema } from '../_shared/uploads.ts';
import { openFiles } from './files.ts';
import { problemOf } from './kinds.ts';
import { logError } from '../_shared/log.ts';

const bodySchema = z.strictObject({
  mediaId: z.uuid(),
  /** The author or the trainee gave the upload up. */
  discard: z.boolean().default(false),
});

const mediaSchema = uploadSchema.extend({
  content_type: z.string(),
  size_bytes: z.int(),
  is_confirmed: z.boolean(),
});

/**
 * Checks a file that staff uploaded for an e-learning course, or a trainee as a certificate (`{ mediaId }`), and allows
 * its use, or removes it and returns the reason; `{ mediaId, discard: true }` removes an abandoned one. → `{ confirmed }`
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const database = openDatabase(environment);
  const files = openFiles(environment);
  const asked = openDatabaseAs(environment, caller);
  const media = await asked.call('nemus_upload_to_check', { p_media: body.mediaId }, mediaSchema);
  // A job does so as well, if jobs can call functions.
  await clearAbandoned(environment, database).catch((error: unknown) => logError(error));
  if (media.is_confirmed) return { confirmed: true };
  if (body.discard) {
    await dropUploads(environment, database, [media]);
    return { confirmed: false };
  }
  await receiveUpload(environment, media);
  const file = await files.read(media, media.content_type);
  const problem = file
    ? problemOf(file, { contentType: media.content_type, size: media.size_bytes })
    : 'upload_cut_off';
  if (!file || problem) {
    await dropUploads(environment, database, [media]);
    throw new Failure(problem ?? 'upload_cut_off');
  }
  const confirmed = { p_media: body.mediaId, p_sha256: file.sha256 };
  await database.call('nemus_confirm_upload', confirmed, z.unknown());
  return { confirmed: true };
});
