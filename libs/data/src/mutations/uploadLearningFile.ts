import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { LearningFile } from '../queries/fetchLearningDesk';
import { begunUploadSchema, sendUpload, type UploadProgress } from './sendUpload';

/** Types by file extension: browsers know none for subtitles. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
};

/**
 * Uploads a file of an e-learning course: reserves its place, sends it, and has it checked. Aborted, interrupted or
 * refused uploads leave nothing behind. Fails with `media_type_refused`, `media_empty`, `media_too_large`, `upload_cut_off`,
 * `upload_other_kind`, `network`.
 */
export async function uploadLearningFile(
  client: DataClient,
  { courseId, kind, file }: { courseId: string; kind: LearningFile['kind']; file: File },
  progress: UploadProgress,
): Promise<LearningFile> {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? file.type;
  const begun = await readRows(
    await client.rpc('nemus_begin_upload', {
      p_course: courseId,
      p_kind: kind,
      p_type: type,
      p_size: file.size,
      p_file_name: file.name,
    }),
    begunUploadSchema,
  );
  await sendUpload(client, 'learning', begun, file, type, progress);
  return { id: begun.id, kind, path: begun.path, file_name: file.name, size_bytes: file.size };
}
