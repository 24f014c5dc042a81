import type { JourneyStep } from './pages/block/journey';

/** Addresses of this area, in one place. */
export const PATHS = {
  courses: '/e-learning',
  course: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  block: (courseId: string, blockId: string, step?: JourneyStep) =>
    `/course/${encodeURIComponent(courseId)}/${encodeURIComponent(blockId)}${step ? `?schritt=${step}` : ''}`,
  /** A module where it is read: in the journey of its block. */
  module: (courseId: string, blockId: string, moduleId: string) =>
    `${PATHS.block(courseId, blockId, 'reading')}&modul=${encodeURIComponent(moduleId)}`,
} as const;
