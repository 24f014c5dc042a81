import { countLearning, standIn, type LearningCourse, type LearningProgress, type LearningStatus } from '@nemus/data';
import { isOpenTo } from '../course/access';

/** A course of the list with the account's progress. */
export interface CourseState {
  readonly course: LearningCourse;
  readonly status: LearningStatus;
  /** 0 to 100. */
  readonly percent: number;
  /** Some of its modules were completed by the sample set. */
  readonly isSample: boolean;
  /** A premium course requires its seminar; every other one is open. */
  readonly isOpen: boolean;
}

/** Joins courses, progress and purchases. */
export function courseStates(
  courses: readonly LearningCourse[],
  progress: readonly LearningProgress[],
  boughtSeminars: ReadonlySet<string>,
): CourseState[] {
  return courses.map((course) => {
    const { status, progress_percentage: percent, is_sample: isSample } = standIn(progress, course.id);
    return {
      course,
      status,
      percent,
      isSample,
      isOpen: isOpenTo(course, boughtSeminars),
    };
  });
}

/** The four figures above the list (S-6.1). */
export function learningFigures(states: readonly CourseState[]) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const { running, completed } = countLearning(states);
  return {
    completed,
    inProgress: running,
    averagePercent: states.length === 0 ? 0 : Math.round(sum(states.map(({ percent }) => percent)) / states.length),
    units: sum(states.map(({ course }) => course.units)),
  };
}

/** Action of a card: buying first if required, also after a refund; otherwise by status (S-6.4). */
export type CourseAction = 'buy' | 'start' | 'continue' | 'repeat';
export const ACTION_LABELS: Readonly<Record<Exclude<CourseAction, 'buy'>, string>> = {
  start: 'Starten',
  continue: 'Fortsetzen',
  repeat: 'Wiederholen',
};

export function actionOf({ status, isOpen }: Pick<CourseState, 'status' | 'isOpen'>): CourseAction {
  if (!isOpen) return 'buy';
  if (status === 'completed') return 'repeat';
  return status === 'in_progress' ? 'continue' : 'start';
}

/** How many modules a card names (S-6.3, S-10.9). */
export const LISTED_MODULES = 3;

/** '+N weitere Module' below the named ones; null when all are named. */
export function furtherModules({ modules }: Pick<LearningCourse, 'modules'>): string | null {
  const further = modules.length - LISTED_MODULES;
  if (further <= 0) return null;
  return further === 1 ? '+1 weiteres Modul' : `+${further} weitere Module`;
}
