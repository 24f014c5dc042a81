import { countLearning, hasBegun, type Competency, type Enrollment, type OwnLearning } from '@nemus/data';
import { paths } from '../../paths';

/** How many running courses the dashboard lists (S-10.8). */
export const RUNNING_COURSES_SHOWN = 3;

/** A number of courses, by kind. */
export interface CourseCount {
  readonly seminars: number;
  readonly elearning: number;
}

/** Figures of the tiles. */
export interface CourseFigures {
  /** Seminars that were bought or booked, and e-learning courses that were begun. */
  readonly enrolled: CourseCount;
  readonly completed: CourseCount;
  readonly running: CourseCount;
}

/** Whether a seminar is under way. One with dates is from the day it was bought: a date is to be chosen, and then to come. */
const runs = ({ status, course }: Enrollment): boolean =>
  status === 'in_progress' || (status === 'not_started' && course?.has_dates === true);

/**
 * Counts the figures of the tiles. A seminar and its e-learning course are one course: with dates it has the seminar's
 * state, otherwise the e-learning course's once that was started.
 */
export function countCourses(enrollments: readonly Enrollment[], learning: readonly OwnLearning[]): CourseFigures {
  const dated = new Set<string | null>(
    enrollments.filter(({ course }) => course?.has_dates === true).map(({ course_id }) => course_id),
  );
  const courses = learning.filter((course) => hasBegun(course) && !dated.has(course.seminar_id));
  const learned = new Set(courses.map(({ seminar_id }) => seminar_id));
  const seminars = enrollments.filter(({ course_id }) => !learned.has(course_id));
  const completedSeminars = seminars.filter(({ status }) => status === 'completed').length;
  const { begun, running, completed } = countLearning(courses);
  return {
    enrolled: { seminars: seminars.length, elearning: begun },
    completed: { seminars: completedSeminars, elearning: completed },
    running: { seminars: seminars.filter(runs).length, elearning: running },
  };
}

/** A course that was begun and is not completed, with the way back into it. */
export interface RunningCourse {
  readonly id: string;
  readonly title: string;
  readonly competency: Competency;
  /** Teaching units of 45 minutes. */
  readonly units: number;
  /** 0 to 100. */
  readonly progress: number;
  /** Some of it is of the sample set. */
  readonly isSample: boolean;
  /** The next step of a seminar. Null for an e-learning course. */
  readonly enrollment: Enrollment | null;
  /** The catalogue for a seminar (S-3.3); an e-learning course that is in no catalogue has a page. */
  readonly to: string;
}

const furthestFirst = (one: RunningCourse, other: RunningCourse) => other.progress - one.progress;

/** The running courses that the dashboard lists: seminars first, of each kind those nearest to their end. */
export function runningCourses(enrollments: readonly Enrollment[], learning: readonly OwnLearning[]): RunningCourse[] {
  const seminars = enrollments.flatMap((enrollment): RunningCourse[] => {
    const { id, course_id, progress_percentage: progress, course } = enrollment;
    if (!runs(enrollment) || course === null) return [];
    const { title, competency, duration_hours: units } = course;
    return [{ id, title, competency, units, progress, isSample: false, enrollment, to: paths.course(course_id) }];
  });
  const enrolled = new Set<string | null>(enrollments.map(({ course_id }) => course_id));
  const courses = learning.flatMap((begun): RunningCourse[] => {
    const { course_id, title, competency, units, seminar_id, status, progress_percentage: progress } = begun;
    if (status !== 'in_progress' || enrolled.has(seminar_id)) return [];
    const to = paths.learning(course_id);
    const isSample = begun.is_sample;
    return [{ id: course_id, title, competency, units, progress, isSample, enrollment: null, to }];
  });
  return [...seminars.toSorted(furthestFirst), ...courses.toSorted(furthestFirst)].slice(0, RUNNING_COURSES_SHOWN);
}
