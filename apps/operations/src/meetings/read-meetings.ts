import { queryOptions } from '@tanstack/react-query';
import { MEETING_FILE, meetingDocumentSchema, type MeetingDocument, type ReleasesPort } from '@nemus/contract';
import { releasesInUse, type Registry, type ReleaseInUse } from '../composition';

/** Where a release meets others. */
export type ReleaseMeeting = ReleaseInUse &
  (
    | { readonly known: MeetingDocument }
    /** `before`: built before declarations; `failed`: its file is unavailable, or not readable by this area. */
    | { readonly known: null; readonly why: 'before' | 'failed' }
  );

/** Reads it for every release in use: stable ones, and running canaries. Never rejects. */
export function readMeetings(
  registry: Registry,
  releases: Pick<ReleasesPort, 'readFile'>,
): Promise<readonly ReleaseMeeting[]> {
  return Promise.all(
    releasesInUse(registry).map(async (release): Promise<ReleaseMeeting> => {
      try {
        const text = await releases.readFile(release.area.name, release.version, MEETING_FILE);
        if (text === null) return { ...release, known: null, why: 'before' };
        return { ...release, known: meetingDocumentSchema.parse(JSON.parse(text)) };
      } catch {
        return { ...release, known: null, why: 'failed' };
      }
    }),
  );
}

export const meetingsQuery = (registry: Registry, releases: ReleasesPort) =>
  queryOptions({
    queryKey: ['composition', releases.environment, 'meetings', registry.revision],
    queryFn: () => readMeetings(registry, releases),
  });
