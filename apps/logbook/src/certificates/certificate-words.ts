import type { CertificateFile } from '@nemus/data';
import { formatNumber } from '@nemus/ui';

/** Kinds of files that prove a course; the database accepts no others. */
export const FILE_KINDS: Readonly<Record<string, { readonly name: string; readonly extension: string }>> = {
  'application/pdf': { name: 'PDF', extension: 'pdf' },
  'image/jpeg': { name: 'JPEG', extension: 'jpg' },
  'image/png': { name: 'PNG', extension: 'png' },
};

const KB = 1024;
const sizeOf = (bytes: number) =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))}\u00A0KB` : `${formatNumber(bytes / KB / KB, 1)}\u00A0MB`;

/** Kind and size of a file: `PDF, 120 KB`. */
export const fileWords = ({ content_type: type, size_bytes: bytes }: CertificateFile): string =>
  `${FILE_KINDS[type]?.name ?? 'Datei'}, ${sizeOf(bytes)}`;
