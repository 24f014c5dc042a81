import type { JourneyStep } from './pages/block/journey';

/** Addresses of this area, in one place. */
export const PATHS = {
  courses: '/e-learning',
  course: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  block: (courseId: string, blockId: string, step?: JourneyStep) =>
    `/course/${encodeURIComponent(courseId)}/${encodeURIComponent(blockId)}${step ? `?schritt=${step}` : ''}`,
} as const;
