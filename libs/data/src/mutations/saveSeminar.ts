import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { seminarSchema, type Seminar } from '../rows/seminar';

/** The form of a seminar. The price is text, so that no float rounds it on its way to the database. */
export type SeminarFields = Pick<
  Seminar,
  | 'title'
  | 'description'
  | 'competency'
  | 'difficulty'
  | 'theory_units'
  | 'practical_units'
  | 'elearning_units'
  | 'has_dates'
  | 'credit_cost'
  | 'is_premium'
  | 'zfu_status'
  | 'zfu_number'
  | 'agenda'
> & { readonly price_euros: string };

/** The version of a seminar that was on the screen. Changing another version fails with `course_changed`. */
export interface SeminarVersion {
  readonly id: string;
  readonly updatedAt: string;
}

/**
 * Writes a seminar; without `updatedAt` a new draft with that id. Fails with `invalid_field`, `course_changed`,
 * `course_sold`, `zfu_missing`; the error names the field.
 */
export async function saveSeminar(
  client: DataClient,
  { id, updatedAt }: { readonly id: string; readonly updatedAt?: string | undefined },
  fields: SeminarFields,
): Promise<Seminar> {
  return readRows(
    await client.rpc('nemus_save_course', {
      p_id: id,
      p_fields: fields,
      ...(updatedAt !== undefined && { p_expected: updatedAt }),
    }),
    seminarSchema,
  );
}

/** Publishes a draft or a retired seminar in the catalogue. Fails with `course_incomplete`, `course_changed`. */
export async function publishSeminar(client: DataClient, { id, updatedAt }: SeminarVersion): Promise<Seminar> {
  return readRows(await client.rpc('nemus_publish_course', { p_id: id, p_expected: updatedAt }), seminarSchema);
}

/** Retires a seminar; its participants keep it. Fails with `course_changed`. */
export async function retireSeminar(client: DataClient, { id, updatedAt }: SeminarVersion): Promise<Seminar> {
  return readRows(await client.rpc('nemus_retire_course', { p_id: id, p_expected: updatedAt }), seminarSchema);
}

/** Titles of copies end with it in brackets. */
const COPY_MARK = 'Kopie';

/**
 * Copies a seminar and its e-learning into drafts, without dates. Repeating it with the same `copyId` makes one copy.
 * Fails with `course_changed`, `course_not_found`.
 */
export async function duplicateSeminar(
  client: DataClient,
  { id, updatedAt }: SeminarVersion,
  copyId: string,
): Promise<string> {
  const answer = await client.rpc('nemus_duplicate_course', {
    p_id: id,
    p_expected: updatedAt,
    p_copy: copyId,
    p_mark: COPY_MARK,
  });
  return readRows(answer, z.string());
}

/**
 * Copies the newest saved text of an e-learning course, with questions and files, into a draft without a seminar. Fails
 * with `learning_draft_not_found`. @returns the draft's id
 */
export async function duplicateLearningCourse(client: DataClient, courseId: string): Promise<string> {
  return readRows(
    await client.rpc('nemus_duplicate_learning_course', { p_course: courseId, p_mark: COPY_MARK }),
    z.string(),
  );
}

/** Deletes an unused draft. Fails with `course_in_use`, `course_changed`. */
export async function deleteSeminar(client: DataClient, { id, updatedAt }: SeminarVersion): Promise<void> {
  await readRows(await client.rpc('nemus_delete_course', { p_id: id, p_expected: updatedAt }), z.unknown());
}
