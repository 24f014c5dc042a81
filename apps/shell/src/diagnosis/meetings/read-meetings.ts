import { MEETING_FILE, meetingDocumentSchema, type MeetingDocument } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { RegisteredRemote, RegistryDocument, ReleasePointer } from '@nemus/registry';

/** A release that some account gets. */
export interface ReleaseInUse {
  readonly area: string;
  readonly title: string;
  readonly version: string;
  readonly isCanary: boolean;
  /** The area is switched off for all accounts. */
  readonly isOff: boolean;
  /** Slots that it offers according to the registry: known without its file. */
  readonly slots: readonly string[];
}

/** Where a release meets others. */
export type ReleaseMeeting = ReleaseInUse &
  (
    | { readonly known: MeetingDocument }
    /** `before`: built before declarations; `failed`: its file is unavailable, or not readable by this shell. */
    | { readonly known: null; readonly why: 'before' | 'failed' }
  );

/** Reads it for every release in use: stable ones, and running canaries. Never rejects. */
export function readMeetings(
  { remotes }: RegistryDocument,
  loader: Pick<Loader, 'readFile'>,
): Promise<readonly ReleaseMeeting[]> {
  return Promise.all(
    remotes.flatMap((remote) =>
      inUse(remote).map(async ({ pointer, release }): Promise<ReleaseMeeting> => {
        try {
          const text = await loader.readFile(remote.name, pointer, MEETING_FILE);
          if (text === null) return { ...release, known: null, why: 'before' };
          return { ...release, known: meetingDocumentSchema.parse(JSON.parse(text)) };
        } catch {
          return { ...release, known: null, why: 'failed' };
        }
      }),
    ),
  );
}

function inUse(remote: RegisteredRemote): { pointer: ReleasePointer; release: ReleaseInUse }[] {
  const { name, title, enabled, slots, stable, canary, canaryHalted } = remote;
  const release = (pointer: ReleasePointer, isCanary: boolean) => ({
    pointer,
    release: {
      area: name,
      title,
      version: pointer.version,
      isCanary,
      isOff: !enabled,
      slots: slots.map((slot) => slot.name),
    },
  });
  const runs = canary !== undefined && canaryHalted?.version !== canary.pointer.version;
  return [release(stable, false), ...(runs ? [release(canary.pointer, true)] : [])];
}
