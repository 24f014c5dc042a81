import type { DemoRole } from './test';

/** Addresses of the pages that each account type works on. */
export const PAGES: Readonly<Record<DemoRole, readonly string[]>> = {
  piw: [
    '/dashboard',
    '/competencies',
    '/seminar-catalog',
    '/e-learning',
    '/appointments',
    '/profile',
    '/subscription',
    '/course/rechtliche-grundlagen',
    '/course/rechtliche-grundlagen/block-a',
  ],
  institution: [
    '/dashboard',
    '/piw-management',
    '/course-bookings',
    '/subscription',
    '/purchases',
    '/settings',
    '/profile',
  ],
};
