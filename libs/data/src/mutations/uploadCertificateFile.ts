import type { DataClient } from '../client';
import { readRows } from '../errors';
import { begunUploadSchema, sendUpload, type UploadProgress } from './sendUpload';

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
};

/** A file that can be named in an entry. */
export interface UploadedCertificate {
  readonly id: string;
  readonly file_name: string;
}

/**
 * Uploads the file of a certificate from elsewhere. Without an entry it is deleted a day later. Fails with
 * `media_type_refused`, `media_empty`, `media_too_large`, `too_many_files`, `upload_cut_off`, `upload_other_kind`, `network`.
 */
export async function uploadCertificateFile(
  client: DataClient,
  file: File,
  progress: UploadProgress,
): Promise<UploadedCertificate> {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? file.type;
  const begun = await readRows(
    await client.rpc('nemus_begin_certificate_upload', { p_type: type, p_size: file.size, p_file_name: file.name }),
    begunUploadSchema,
  );
  await sendUpload(client, 'logbook', begun, file, type, progress);
  return { id: begun.id, file_name: file.name };
}
