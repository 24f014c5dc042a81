import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MeetingDocument, RemoteDeclaration } from '@nemus/contract';
import { meetingDocument } from '@nemus/contract/config';
import { importSource } from './import-source';

/** File in an area's folder that says where it meets others. */
const MEETING_CONFIG = 'meeting.config.ts';

/**
 * Reads `meeting.config.ts` of an app's folder; null when there is none. Throws an error that names the file when it
 * contains something that the contract does not have, or slots other than the declaration's.
 */
export async function readMeeting(
  folder: string,
  { slots }: Pick<RemoteDeclaration, 'slots'>,
): Promise<MeetingDocument | null> {
  const file = path.join(folder, MEETING_CONFIG);
  if (!existsSync(file)) return null;
  const module = await importSource(pathToFileURL(file).href);
  const document = documentOf(file, module.default);
  const declared = namesOf(slots);
  const offered = namesOf(document.offers);
  if (declared === offered) return document;
  throw new Error(`${file} offers ${offered || 'no slot'}; remote.config.ts has ${declared || 'none'}.`);
}

function documentOf(file: string, meeting: unknown): MeetingDocument {
  try {
    return meetingDocument(meeting);
  } catch (error) {
    throw new Error(`${file} is wrong: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const namesOf = (slots: readonly { readonly name: string }[]): string =>
  slots
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
