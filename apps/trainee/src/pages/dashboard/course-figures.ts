import type { Enrollment } from '@nemus/data';

/** How many running courses the dashboard lists (specification §9). */
export const RUNNING_COURSES_SHOWN = 3;

/** Figures of the four tiles. */
export interface CourseFigures {
  readonly enrolled: number;
  readonly completed: number;
  readonly running: number;
  /** Teaching units of 45 minutes of all enrolled courses together. */
  readonly totalHours: number;
}

/** Counts what the tiles show. A course that may no longer be read counts, but its hours are not known. */
export function countCourses(enrollments: readonly Enrollment[]): CourseFigures {
  return {
    enrolled: enrollments.length,
    completed: enrollments.filter(({ status }) => status === 'completed').length,
    running: enrollments.filter(({ status }) => status === 'in_progress').length,
    totalHours: enrollments.reduce((sum, { course }) => sum + (course?.duration_hours ?? 0), 0),
  };
}

export type RunningCourse = Enrollment & { readonly course: NonNullable<Enrollment['course']> };

/** The running courses that the dashboard lists, nearest to their end first, then as they came. */
export function runningCourses(enrollments: readonly Enrollment[]): RunningCourse[] {
  return enrollments
    .filter(
      (enrollment): enrollment is RunningCourse => enrollment.status === 'in_progress' && enrollment.course !== null,
    )
    .toSorted((a, b) => b.progress_percentage - a.progress_percentage)
    .slice(0, RUNNING_COURSES_SHOWN);
}
