import type { LearningCourse } from '@nemus/data';

/**
 * The course of an address. Only a course with blocks has a page; every other id, also one of the list, is unknown to
 * it (S-6.6).
 */
export function findCourse(courses: readonly LearningCourse[], courseId: string | undefined): LearningCourse | null {
  return courses.find(({ id, blocks }) => id === courseId && blocks.length > 0) ?? null;
}
