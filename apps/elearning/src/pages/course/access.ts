import type { LearningCourse } from '@nemus/data';

/** Whether an account with these seminars may learn a course: a premium course requires its seminar. */
export function isOpenTo(
  { is_premium, seminar }: Pick<LearningCourse, 'is_premium' | 'seminar'>,
  boughtSeminars: ReadonlySet<string>,
): boolean {
  return !is_premium || (seminar !== null && boughtSeminars.has(seminar.id));
}
