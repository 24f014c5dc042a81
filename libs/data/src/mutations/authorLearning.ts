import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { openLearningDraft } from '../queries/fetchLearningDesk';
import type { LearningDocument } from '../rows/learning-draft';

/** Creates an e-learning course. Fails with `title_required`. @returns its id, derived from the title. */
export async function createLearningCourse(client: DataClient, title: string): Promise<string> {
  return readRows(await client.rpc('nemus_create_learning_course', { p_title: title }), z.string());
}

/**
 * Saves a draft. Fails with `draft_changed` when it was saved elsewhere since it was read. @returns its new revision.
 */
export async function saveLearningDraft(
  client: DataClient,
  { courseId, revision, document }: { courseId: string; revision: number; document: LearningDocument },
): Promise<number> {
  const answer = await client.rpc('nemus_save_learning_draft', {
    p_course: courseId,
    p_revision: revision,
    p_document: document,
  });
  return readRows(answer, z.number());
}

const publishedSchema = z.object({ version: z.number(), revision: z.number() });

/** Publishes a saved draft. Fails with `draft_changed`, `draft_incomplete`. */
export async function publishLearningCourse(client: DataClient, courseId: string, revision: number) {
  const answer = await client.rpc('nemus_publish_learning_course', { p_course: courseId, p_revision: revision });
  return readRows(answer, publishedSchema);
}

/** Takes a course out of the list. Fails with `learning_course_needed`. */
export async function retireLearningCourse(client: DataClient, courseId: string): Promise<void> {
  await readRows(await client.rpc('nemus_retire_learning_course', { p_course: courseId }), z.unknown());
}

/** Discards a draft; the published version stays. Fails with `draft_changed`. */
export async function discardLearningDraft(client: DataClient, courseId: string, revision: number): Promise<void> {
  const answer = await client.rpc('nemus_discard_learning_draft', { p_course: courseId, p_revision: revision });
  await readRows(answer, z.unknown());
}

/**
 * Writes the seminar of a course into its draft, null for none; publishing checks it. Fails with `draft_changed` when
 * the draft was saved at the same moment, `learning_draft_not_found`.
 */
export async function assignLearningCourse(
  client: DataClient,
  courseId: string,
  seminarId: string | null,
): Promise<void> {
  const { document, revision } = await openLearningDraft(client, courseId);
  await saveLearningDraft(client, { courseId, revision, document: { ...document, seminar_id: seminarId } });
}
