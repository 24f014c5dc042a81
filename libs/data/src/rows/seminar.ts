import { z } from 'zod';
import { wholeCourseSchema } from './course';

/** States of a seminar for catalogue staff. */
export const SEMINAR_STATES = ['draft', 'published', 'retired'] as const;
export type SeminarState = (typeof SEMINAR_STATES)[number];

/** Status of a paid course under the distance learning act (FernUSG): approved, or stated not to need approval. */
export const ZFU_STATUSES = ['approved', 'not_required'] as const;

/** A row of `nemus_courses` as staff sees it. */
export const seminarSchema = wholeCourseSchema.extend({
  state: z.enum(SEMINAR_STATES),
  has_dates: z.boolean(),
  zfu_status: z.enum(ZFU_STATUSES).nullable(),
  zfu_number: z.string().nullable(),
  /** ISO 8601; also the version of a change: saving names the version that was on the screen. */
  updated_at: z.string(),
});
export type Seminar = z.infer<typeof seminarSchema>;

/** What prevents publishing a seminar. */
export const SEMINAR_GAPS = ['description', 'zfu_status', 'content'] as const;
export type SeminarGap = (typeof SEMINAR_GAPS)[number];
