import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError } from '../errors';
import { FAILURES } from '../texts';
import { invokeFunction } from './invokeFunction';

/** The place of a file that is about to be uploaded. */
export const begunUploadSchema = z.object({ id: z.string(), path: z.string() });

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

/** Sends a file to its place and has it checked. An aborted, interrupted or refused upload leaves nothing behind. */
export async function sendUpload(
  client: DataClient,
  bucket: 'learning' | 'logbook',
  begun: z.infer<typeof begunUploadSchema>,
  file: File,
  type: string,
  progress: UploadProgress,
): Promise<void> {
  const confirm = (discard: boolean) =>
    invokeFunction(client, 'confirm-upload', { mediaId: begun.id, discard }, z.object({ confirmed: z.boolean() }));
  try {
    const { data, error } = await client.storage.from(bucket).createSignedUploadUrl(begun.path);
    if (error) throw new DataError('storage', FAILURES.server, Number(error.status ?? 0), { cause: error });
    progress.signal.throwIfAborted();
    await send(data.signedUrl, file, type, progress);
  } catch (error) {
    // If this fails too, the file is deleted a day later.
    await confirm(true).catch(() => undefined);
    throw error;
  }
  await confirm(false);
}
