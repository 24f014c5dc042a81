import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { learningDocumentSchema, learningDraftSchema, type LearningDraft } from '../rows/learning-draft';

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
