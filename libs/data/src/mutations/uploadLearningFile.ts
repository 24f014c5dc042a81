import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';
import type { LearningFile } from '../queries/fetchLearningDesk';
import { FAILURES } from '../texts';
import { invokeFunction } from './invokeFunction';

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

const begunSchema = z.object({ id: z.string(), path: z.string() });

/** Progress of an upload, and its abort signal. */
export interface UploadProgress {
  /** Share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file and reports progress, which `fetch` cannot. */
function send(address: string, file: File, type: string, { onProgress, signal }: UploadProgress): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (status: number) => reject(new DataError('network', FAILURES.network, status));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : fail(request.status)));
    request.addEventListener('error', () => fail(0));
    request.addEventListener('abort', () => fail(0));
    request.open('PUT', address);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('x-upsert', 'false');
    request.send(file);
  });
}

/**
 * Uploads a file of an e-learning course: reserves its place, sends it, and has it checked. Aborted, interrupted or
 * refused uploads leave nothing behind. Fails with `media_type_refused`, `media_too_large`, `upload_cut_off`,
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
    begunSchema,
  );
  const confirm = (discard: boolean) =>
    invokeFunction(client, 'confirm-upload', { mediaId: begun.id, discard }, z.object({ confirmed: z.boolean() }));
  try {
    const { data, error } = await client.storage.from('learning').createSignedUploadUrl(begun.path);
    if (error) throw new DataError('storage', FAILURES.server, Number(error.status ?? 0), { cause: error });
    await send(data.signedUrl, file, type, progress);
  } catch (error) {
    // If this fails too, the file is deleted a day later.
    await confirm(true).catch(() => undefined);
    throw error;
  }
  await confirm(false);
  return { id: begun.id, kind, path: begun.path, file_name: file.name, size_bytes: file.size };
}
