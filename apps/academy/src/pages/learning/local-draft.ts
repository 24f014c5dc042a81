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
/** Unsaved input of an author. */
export type LocalDraft = z.infer<typeof draftSchema>;

const nameOf = (userId: string, courseId: string) => `nemus.academy.e-learning.${userId}.${courseId}`;

/** Reads a course's draft on this device; null without one. */
export function readLocalDraft(userId: string, courseId: string): LocalDraft | null {
  return readLocal(nameOf(userId, courseId), draftSchema);
}

/** Stores the input. @returns whether the browser could. */
export function saveLocalDraft(
  userId: string,
  courseId: string,
  document: LearningDocument,
  revision: number,
): boolean {
  const kept: LocalDraft = { document, revision, at: new Date().toISOString() };
  return saveLocal(nameOf(userId, courseId), kept);
}

/** Deletes a course's draft on this device. */
export function deleteLocalDraft(userId: string, courseId: string): void {
  deleteLocal(nameOf(userId, courseId));
}
