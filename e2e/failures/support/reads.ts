import type { DemoRole } from '../../support/test';

/** A page, and what it asks the database. */
export interface PageReads {
  readonly role: DemoRole;
  readonly path: string;
  /** Tables, views and calls below `/rest/v1`, without the account's profile, which the shell reads before any page. */
  readonly reads: readonly string[];
  /** Reads that only add a hint to a part of the page: without them the hint is missing, and nothing else. */
  readonly hints?: readonly string[];
}

/** Every page of the portal that reads. A test fails when a page asks for something that is not written here. */
export const PAGE_READS: readonly PageReads[] = [
  {
    role: 'piw',
    path: '/dashboard',
    reads: [
      'nemus_training_progress',
      'nemus_my_appointments',
      'nemus_competency_progress',
      'nemus_course_enrollments',
    ],
  },
  { role: 'piw', path: '/competencies', reads: ['nemus_competency_progress', 'nemus_competency_plans'] },
  { role: 'piw', path: '/seminar-catalog', reads: ['nemus_courses', 'nemus_course_enrollments'] },
  {
    role: 'piw',
    path: '/e-learning',
    reads: ['nemus_learning_courses', 'nemus_learning_progress', 'nemus_module_progress', 'nemus_course_enrollments'],
  },
  { role: 'piw', path: '/appointments', reads: ['nemus_my_appointments'] },
  {
    role: 'piw',
    path: '/profile',
    reads: ['nemus_personal_data', 'nemus_training_info', 'nemus_training_progress', 'nemus_certificates'],
  },
  {
    role: 'piw',
    path: '/course/rechtliche-grundlagen',
    reads: ['nemus_learning_courses', 'nemus_learning_progress', 'nemus_module_progress'],
  },
  {
    role: 'piw',
    path: '/course/rechtliche-grundlagen/block-a',
    reads: ['nemus_learning_courses', 'nemus_block_positions'],
  },
  { role: 'institution', path: '/dashboard', reads: ['nemus_credit_balances', 'rpc/nemus_institution_overview'] },
  { role: 'institution', path: '/piw-management', reads: ['nemus_trainee_list'] },
  { role: 'institution', path: '/course-bookings', reads: ['nemus_course_bookings'] },
  {
    role: 'institution',
    path: '/subscription',
    reads: ['nemus_subscriptions', 'nemus_credit_balances', 'nemus_prices'],
    // What a course costs at least and at most, beside the credits that are bought.
    hints: ['nemus_courses'],
  },
  { role: 'institution', path: '/purchases', reads: ['nemus_transactions'] },
  { role: 'institution', path: '/settings', reads: ['nemus_institution_settings'] },
];
