import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  learningDocumentSchema,
  learningDraftSchema,
  type DraftModule,
  type LearningDraft,
} from '../rows/learning-draft';
import { ADDRESS_LIFETIME, signLearningFiles, type ModuleFile, type ModuleMedia } from './fetchModuleMedia';

const deskSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    state: z.enum(['draft', 'published', 'retired']),
    /** The draft differs from the published version. */
    has_changes: z.boolean(),
    modules: z.number(),
    version: z.number().nullable(),
    saved_at: z.string(),
  }),
);
export type DeskCourse = z.infer<typeof deskSchema>[number];

/** All e-learning courses and drafts, for staff with the role `catalogue`. */
export const learningDeskQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['learning-desk', 'courses'],
    queryFn: async () => readRows(await client.rpc('nemus_learning_desk'), deskSchema),
  });

/** Opens the draft of a course; creates one from the published version if needed. */
export async function openLearningDraft(client: DataClient, courseId: string): Promise<LearningDraft> {
  return readRows(await client.rpc('nemus_open_learning_draft', { p_course: courseId }), learningDraftSchema);
}

export const learningDraftQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['learning-desk', 'draft', courseId],
    queryFn: () => openLearningDraft(client, courseId),
    // The page owns the draft while it is open; refetching would discard input.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

const gapsSchema = z.array(
  z.object({
    /** `''` is the course; otherwise such as `blocks/1/modules/2`. */
    place: z.string(),
    field: z.string(),
    problem: z.string(),
    is_warning: z.boolean(),
  }),
);
export type DraftGap = z.infer<typeof gapsSchema>[number];

/** What a saved draft lacks before it can be published, and warnings for its author. */
export async function fetchDraftGaps(client: DataClient, courseId: string): Promise<DraftGap[]> {
  return readRows(await client.rpc('nemus_check_learning_draft', { p_course: courseId }), gapsSchema);
}

const versionsSchema = z.array(z.object({ number: z.number(), publisher: z.string(), created_at: z.string() }));
/** Versions per page. */
const SHOWN_VERSIONS = 50;

/** The published versions of a course, the newest first. */
export const learningVersionsQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['learning-desk', 'versions', courseId],
    queryFn: async () =>
      await readRows(
        await client
          .from('nemus_learning_versions')
          .select('number, publisher, created_at')
          .eq('course_id', courseId)
          .order('number', { ascending: false })
          .limit(SHOWN_VERSIONS),
        versionsSchema,
      ),
  });

/** The content of a version, to continue from there. */
export async function fetchLearningVersion(client: DataClient, courseId: string, number: number) {
  const row = await readRows(
    await client
      .from('nemus_learning_versions')
      .select('document')
      .eq('course_id', courseId)
      .eq('number', number)
      .single(),
    z.object({ document: learningDocumentSchema }),
  );
  return row.document;
}

const mediaSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['picture', 'video', 'subtitles', 'document']),
    path: z.string(),
    file_name: z.string(),
    size_bytes: z.number(),
  }),
);
export type LearningFile = z.infer<typeof mediaSchema>[number];

/** The uploaded and checked files of a course, for its authors. */
export const courseFilesQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['learning-desk', 'files', courseId],
    queryFn: async () =>
      await readRows(
        await client
          .from('nemus_learning_media')
          .select('id, kind, path, file_name, size_bytes')
          .eq('course_id', courseId)
          .not('confirmed_at', 'is', null)
          .order('created_at')
          .limit(1000),
        mediaSchema,
      ),
  });

const addressesSchema = z.array(z.object({ id: z.string(), path: z.string(), content_type: z.string() }));

/** Files of a course's draft or version with temporary addresses, by id; without those that were removed since. */
export const courseFileAddressesQuery = (client: DataClient, courseId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['learning-desk', 'addresses', courseId, [...ids].sort()],
    queryFn: async (): Promise<ReadonlyMap<string, FileAddress>> => {
      if (ids.length === 0) return new Map();
      const rows = await readRows(
        await client
          .from('nemus_learning_media')
          .select('id, path, content_type')
          .in('id', [...ids])
          .not('confirmed_at', 'is', null)
          .limit(1000),
        addressesSchema,
      );
      const urls = await signLearningFiles(
        client,
        rows.map(({ path }) => path),
      );
      return new Map(
        rows.flatMap(({ id, path, content_type: contentType }) => {
          const url = urls.get(path);
          return url === undefined ? [] : [[id, { id, url, contentType }] as const];
        }),
      );
    },
    // A new address would restart a film.
    staleTime: (ADDRESS_LIFETIME / 2) * 1000,
  });
type FileAddress = Pick<ModuleFile, 'id' | 'url' | 'contentType'>;

const NO_WORDS = { title: '', alternative: '', caption: '' };

/** The files of a module of a draft or version, as learners get them. */
export function draftModuleMedia(
  { video, panels, documents }: DraftModule,
  files: ReadonlyMap<string, FileAddress>,
): ModuleMedia {
  const fileOf = (id: string | null | undefined, words: Partial<typeof NO_WORDS> = {}): ModuleFile[] => {
    const file = files.get(id ?? '');
    return file === undefined ? [] : [{ ...file, ...NO_WORDS, ...words }];
  };
  return {
    panels: panels.flatMap(({ media, title, alternative, caption }) => fileOf(media, { title, alternative, caption })),
    video: fileOf(video?.media)[0] ?? null,
    subtitles: fileOf(video?.subtitles)[0] ?? null,
    documents: documents.flatMap(({ media, title }) => fileOf(media, { title })),
  };
}

/** The content of a version, to look at. */
export const learningVersionQuery = (client: DataClient, courseId: string, number: number) =>
  queryOptions({
    queryKey: ['learning-desk', 'version', courseId, number],
    queryFn: () => fetchLearningVersion(client, courseId, number),
    // A version never changes.
    staleTime: Infinity,
  });
