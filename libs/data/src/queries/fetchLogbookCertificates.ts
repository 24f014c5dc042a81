import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';
import { logbookEntrySchema, type CertificateFile, type LogbookEntry } from '../rows/logbook';
import { FAILURES } from '../texts';

/** The account's certificates from elsewhere in any state, the newest first. */
export async function fetchLogbookCertificates(client: DataClient): Promise<readonly LogbookEntry[]> {
  return readRows(await client.rpc('nemus_logbook_certificates', {}, { get: true }), z.array(logbookEntrySchema));
}

export const logbookCertificatesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['logbook', userId, 'certificates'],
    queryFn: () => fetchLogbookCertificates(client),
  });

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The file of a certificate, for those who may read it now. No address is made that would outlive the right, and the
 * browser keeps no copy. Fails for another file than the one that was checked: an upload's address is valid for a while
 * after the check.
 */
export async function fetchCertificateFile(
  client: DataClient,
  { path, sha256 }: CertificateFile,
): Promise<ArrayBuffer> {
  const { data, error } = await client.storage.from('logbook').download(path, {}, { cache: 'no-store' });
  if (error) throw new DataError('storage', FAILURES.server, Number(error.status ?? 0), { cause: error });
  const content = await data.arrayBuffer();
  if (hex(await crypto.subtle.digest('SHA-256', content)) !== sha256) {
    throw new DataError('certificate_changed', 'Die Datei ist nicht mehr die, die hochgeladen und geprüft wurde.', 200);
  }
  return content;
}
