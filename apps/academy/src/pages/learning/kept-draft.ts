import { learningDocumentSchema, type LearningDocument } from '@nemus/data';
import { z } from 'zod';
import { forgetKept, keep, readKept } from '../../kept/kept';

const keptSchema = z.object({
  document: learningDocumentSchema,
  /** Revision of the draft that it was typed over. */
  revision: z.int(),
  /** ISO 8601 */
  at: z.string(),
});
/** What an author typed and did not save yet. */
export type KeptDraft = z.infer<typeof keptSchema>;

const nameOf = (userId: string, courseId: string) => `nemus.academy.e-learning.${userId}.${courseId}`;

/** Reads what was kept of a course on this device; null without anything. */
export function readKeptDraft(userId: string, courseId: string): KeptDraft | null {
  return readKept(nameOf(userId, courseId), keptSchema);
}

/** Keeps what was typed. @returns whether the browser could. */
export function keepDraft(userId: string, courseId: string, document: LearningDocument, revision: number): boolean {
  const kept: KeptDraft = { document, revision, at: new Date().toISOString() };
  return keep(nameOf(userId, courseId), kept);
}

/** Forgets what was kept of a course. */
export function forgetDraft(userId: string, courseId: string): void {
  forgetKept(nameOf(userId, courseId));
}
