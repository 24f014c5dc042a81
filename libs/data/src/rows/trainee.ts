import { z } from 'zod';
import { competencySchema } from './course';

export const TRAINEE_STATUSES = ['active', 'inactive'] as const;
export type TraineeStatus = (typeof TRAINEE_STATUSES)[number];

/**
 * A trainee's access to the portal: linked account, invited, declined, invitation expired, invitation withdrawn, or
 * never invited.
 */
export const TRAINEE_ACCESSES = ['linked', 'pending', 'declined', 'expired', 'revoked', 'none'] as const;
export type TraineeAccess = (typeof TRAINEE_ACCESSES)[number];

/** A row of the view `nemus_trainee_list`. Hours count towards `total_hours`; times are ISO 8601. */
export const traineeSchema = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** `yyyy-MM-dd` */
  registered_on: z.string(),
  status: z.enum(TRAINEE_STATUSES),
  completed_hours: z.number(),
  total_hours: z.number(),
  competencies: z.array(competencySchema),
  /** The linked account; null without one. */
  user_id: z.string().nullable(),
  linked_at: z.string().nullable(),
  /** An invented person of the sample data. */
  is_sample: z.boolean().default(false),
  /** Sample data counts among the hours of the linked account. */
  has_sample_hours: z.boolean().default(false),
  access: z.enum(TRAINEE_ACCESSES),
  /** The last invitation; null when there was none. */
  invitation: z
    .object({
      expires_at: z.string(),
      last_sent_at: z.string(),
      sent_count: z.number(),
      revoked_at: z.string().nullable(),
      declined_at: z.string().nullable(),
    })
    .nullable(),
});
export type Trainee = z.infer<typeof traineeSchema>;

/** The columns of {@link traineeSchema}. */
export const TRAINEE_COLUMNS =
  'id, first_name, last_name, email, phone, registered_on, status, completed_hours, total_hours, competencies, user_id, linked_at, is_sample, has_sample_hours, access, invitation';

/** The fields of a trainee that an institution may change. */
export type TraineeRecord = Pick<
  Trainee,
  'first_name' | 'last_name' | 'email' | 'phone' | 'completed_hours' | 'total_hours' | 'competencies'
>;
