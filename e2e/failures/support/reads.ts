import { z } from 'zod';
import { loginOf } from '../../support/session';
import type { DemoAccount, DemoRole } from '../../support/test';

/** A page, and its reads of the database. */
export interface PageReads {
  readonly role: DemoRole;
  /** `:trainee` is replaced by a trainee of the sample data, {@link addressOf}. */
  readonly path: string;
  /** Tables, views and calls below `/rest/v1`, without the account's profile, which the shell reads before any page. */
  readonly reads: readonly string[];
  /** The read that provides the page's heading: without it there is none. */
  readonly title?: string;
  /** Reads that only add a hint to a part of the page: without them, only the hint is missing. */
  readonly hints?: readonly string[];
}

/** Running purchases: without them, the server refuses a second purchase instead of the page. */
const OPEN_PURCHASES = 'rpc/nemus_open_purchases';

/** One course of the catalogue: without it, its page shows and sells it without a choice of dates. */
const COURSE_OFFER = 'rpc/nemus_catalogue_course';

/** Every page of the portal with reads. A test fails when a page sends a read that is not listed here. */
export const PAGE_READS: readonly PageReads[] = [
  {
    role: 'piw',
    path: '/dashboard',
    reads: [
      'nemus_training_progress',
      'nemus_my_appointments',
      'nemus_competency_progress',
      'nemus_course_enrollments',
      'nemus_my_learning',
    ],
    // The first visit only changes the greeting.
    hints: ['rpc/nemus_first_visit', 'rpc/nemus_first_steps', OPEN_PURCHASES],
  },
  { role: 'piw', path: '/profile/kaeufe', reads: ['nemus_transactions'] },
  { role: 'piw', path: '/competencies', reads: ['nemus_competency_progress', 'nemus_competency_plans'] },
  {
    role: 'piw',
    path: '/seminar-catalog',
    reads: ['rpc/nemus_catalogue_page'],
    hints: [OPEN_PURCHASES],
  },
  {
    role: 'piw',
    path: '/e-learning',
    reads: ['nemus_learning_courses', 'nemus_learning_progress', 'nemus_module_progress', 'nemus_course_enrollments'],
    hints: [OPEN_PURCHASES],
  },
  { role: 'piw', path: '/appointments', reads: ['nemus_my_appointments', 'rpc/nemus_booked_seminars'] },
  {
    role: 'piw',
    path: '/profile',
    reads: [
      'nemus_personal_data',
      'nemus_training_info',
      'nemus_training_progress',
      'rpc/nemus_my_certificates',
      'rpc/nemus_institution_links',
    ],
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
  {
    role: 'institution',
    path: '/dashboard',
    reads: ['nemus_credit_balances', 'rpc/nemus_institution_overview'],
    hints: ['rpc/nemus_first_visit', 'rpc/nemus_first_steps', OPEN_PURCHASES],
  },
  {
    role: 'institution',
    path: '/piw-management',
    reads: ['nemus_trainee_list'],
    hints: ['nemus_institution_approvals'],
  },
  { role: 'institution', path: '/piw-management/einladen', reads: [], hints: ['nemus_institution_approvals'] },
  {
    role: 'institution',
    path: '/piw-management/:trainee',
    title: 'nemus_trainee_list',
    reads: ['nemus_trainee_list', 'nemus_booking_participants'],
  },
  {
    role: 'institution',
    path: '/piw-management/:trainee/bearbeiten',
    title: 'nemus_trainee_list',
    reads: ['nemus_trainee_list'],
  },
  { role: 'institution', path: '/course-bookings', reads: ['nemus_course_bookings'], hints: [OPEN_PURCHASES] },
  {
    role: 'institution',
    path: '/course-bookings?ansicht=buchen',
    reads: ['rpc/nemus_catalogue_page'],
    hints: ['nemus_course_bookings', 'nemus_credit_balances', 'nemus_institution_approvals', OPEN_PURCHASES],
  },
  {
    role: 'institution',
    path: '/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000010',
    reads: [COURSE_OFFER, 'nemus_trainee_list', 'nemus_booking_participants', 'rpc/nemus_seminar_dates'],
    hints: [
      'nemus_course_bookings',
      'nemus_credit_balances',
      'nemus_institution_approvals',
      'rpc/nemus_booking_rules',
      OPEN_PURCHASES,
    ],
  },
  {
    role: 'institution',
    path: '/subscription',
    reads: ['nemus_subscriptions', 'nemus_credit_balances', 'nemus_prices'],
    // The range of course prices, next to the credits being bought.
    hints: ['nemus_courses', OPEN_PURCHASES],
  },
  {
    role: 'institution',
    path: '/purchases',
    reads: ['nemus_transactions'],
    hints: ['nemus_billing_addresses', 'rpc/nemus_offered_address'],
  },
  { role: 'institution', path: '/settings', reads: ['nemus_institution_settings'] },
];

const idsSchema = z.tuple([z.object({ id: z.string() })]).rest(z.unknown());

/** The address of a page: ids that every database has its own of are looked up. */
export async function addressOf(
  { role, path }: Pick<PageReads, 'role' | 'path'>,
  storedSession: (role: DemoAccount) => Promise<string>,
): Promise<string> {
  if (!path.includes(':trainee')) return path;
  const { url, key, accessToken } = await loginOf(role, storedSession);
  const answer = await fetch(`${url}/rest/v1/nemus_trainee_list?select=id&last_name=eq.Petrova`, {
    headers: { apikey: key, Authorization: `Bearer ${accessToken}` },
  });
  const [{ id }] = idsSchema.parse(await answer.json());
  return path.replace(':trainee', id);
}
