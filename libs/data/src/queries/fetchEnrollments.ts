import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
import { readPages } from './pages';

export const ENROLLMENT_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** A row of `nemus_course_enrollments` with its course. `course` is null when the course may no longer be read. */
export const enrollmentSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  course_id: z.string(),
  /** `institution_credits` or `direct_purchase`; not shown, so a new kind of enrolment breaks no page. */
  enrollment_type: z.string(),
  status: z.enum(ENROLLMENT_STATUSES),
  /** 0 to 100. */
  progress_percentage: z.number(),
  /** ISO 8601. */
  enrolled_at: z.string(),
  course: z
    .object({
      title: z.string(),
      competency: competencySchema,
      /** Teaching units of 45 minutes. */
      duration_hours: z.number(),
      /** It has dates, of which one is chosen. */
      has_dates: z.boolean().default(false),
      /** Total teaching units of its dates. */
      theory_units: z.number().default(0),
      practical_units: z.number().default(0),
    })
    .nullable(),
});
export type Enrollment = z.infer<typeof enrollmentSchema>;

/** The account's enrolments with their courses, newest first (S-12.7). */
export function fetchEnrollments(client: DataClient, userId: string): Promise<Enrollment[]> {
  return readPages(
    (from, to) =>
      client
        .from('nemus_course_enrollments')
        .select(
          '*, course:nemus_courses(title, competency, duration_hours, has_dates, theory_units, practical_units)',
          { count: 'exact' },
        )
        .eq('user_id', userId)
        .order('enrolled_at', { ascending: false })
        .order('id')
        .range(from, to),
    z.array(enrollmentSchema),
  );
}

export const enrollmentsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['enrollments', userId], queryFn: () => fetchEnrollments(client, userId) });
