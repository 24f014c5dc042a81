import { learningDocumentSchema, type LearningDocument } from '@nemus/data';
import { z } from 'zod';
import { deleteLocal, readLocal, saveLocal } from '../../drafts/local-storage';

const draftSchema = z.object({
  document: learningDocumentSchema,
  /** Revision of the draft that it was typed over. */
  revision: z.int(),
  /** ISO 8601 */
  at: z.string(),
});
/** What an author typed and did not save yet. */
export type LocalDraft = z.infer<typeof draftSchema>;

const nameOf = (userId: string, courseId: string) => `nemus.academy.e-learning.${userId}.${courseId}`;

/** Reads what was kept of a course on this device; null without anything. */
export function readLocalDraft(userId: string, courseId: string): LocalDraft | null {
  return readLocal(nameOf(userId, courseId), draftSchema);
}

/** Keeps what was typed. @returns whether the browser could. */
export function saveLocalDraft(
  userId: string,
  courseId: string,
  document: LearningDocument,
  revision: number,
): boolean {
  const kept: LocalDraft = { document, revision, at: new Date().toISOString() };
  return saveLocal(nameOf(userId, courseId), kept);
}

/** Forgets what was kept of a course. */
export function deleteLocalDraft(userId: string, courseId: string): void {
  deleteLocal(nameOf(userId, courseId));
}
