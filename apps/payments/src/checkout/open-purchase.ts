import type { OpenPurchase } from '@nemus/data';
import type { BegunPurchase } from './purchase';

/** Whether a purchase under way is for the same course and person: the account itself, or one of these trainees. */
export const isSameCourse =
  (courseId: string, traineeIds: readonly string[] | undefined) =>
  ({ kind, course_id: course, trainee_ids: trainees, is_own: own }: OpenPurchase): boolean =>
    kind === 'course' &&
    course === courseId &&
    (traineeIds === undefined ? !own || trainees.length === 0 : trainees.some((id) => traineeIds.includes(id)));

/** The product of a purchase that was started elsewhere, or before a reload. */
export function begunPurchase({ kind, course_id: courseId, trainee_ids: traineeIds }: OpenPurchase): BegunPurchase {
  if (kind !== 'course' || courseId === null) return { kind: 'subscription' };
  return { kind: 'course', courseId, ...(traineeIds.length > 0 && { booking: { traineeIds } }) };
}
