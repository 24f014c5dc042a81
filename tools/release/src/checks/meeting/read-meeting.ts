import { MEETING_FILE, meetingDocumentSchema, type MeetingDocument } from '@nemus/contract';
import { digestOf } from '@nemus/registry';
import { z } from 'zod';
import { parseJson } from '../../parse-json';
import type { ReleaseFiles } from '../../release-files';

/** Maximum size of the document in bytes, far above any real one. */
const LARGEST = 262_144;

/** What a release says of where it meets others: nothing, when it was built before there was such a file. */
export type ReadMeeting =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'read'; readonly document: MeetingDocument };

/** Reads {@link MEETING_FILE} of a release, if its bytes are those of the release. */
export async function readMeeting({ release, read }: ReleaseFiles): Promise<ReadMeeting> {
  const hash = Object.hasOwn(release.files, MEETING_FILE) ? release.files[MEETING_FILE] : undefined;
  if (!hash) return { kind: 'none' };
  if (hash.bytes > LARGEST) return unreadable(`has ${hash.bytes} bytes; ${LARGEST} are allowed`);
  const content = await read(MEETING_FILE);
  if (!content || (await digestOf(content)) !== hash.integrity) return unreadable('is not the file of its release');
  try {
    const parsed = meetingDocumentSchema.safeParse(parseJson(Buffer.from(content).toString()));
    return parsed.success
      ? { kind: 'read', document: parsed.data }
      : unreadable(`cannot be read: ${z.prettifyError(parsed.error)}`);
  } catch {
    return unreadable('is nested too deeply');
  }
}

const unreadable = (message: string): ReadMeeting => ({ kind: 'unreadable', message: `${MEETING_FILE} ${message}.` });
