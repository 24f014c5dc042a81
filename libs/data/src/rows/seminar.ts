import { z } from 'zod';
import { courseSchema } from './course';

/** A seminar as those who run the catalogue call its states. */
export const SEMINAR_STATES = ['draft', 'published', 'retired'] as const;
export type SeminarState = (typeof SEMINAR_STATES)[number];

/** What the distance learning act (FernUSG) asks of a paid course: approved, or stated not to need it. */
export const ZFU_STATUSES = ['approved', 'not_required'] as const;

/** A row of `nemus_courses` as staff sees it. */
export const seminarSchema = courseSchema.extend({
  state: z.enum(SEMINAR_STATES),
  has_dates: z.boolean(),
  zfu_status: z.enum(ZFU_STATUSES).nullable(),
  zfu_number: z.string().nullable(),
  /** ISO 8601; also the token of a change: whoever saves says which version was on the screen. */
  updated_at: z.string(),
});
export type Seminar = z.infer<typeof seminarSchema>;

/** What keeps a seminar out of the catalogue. */
export const SEMINAR_GAPS = ['description', 'zfu_status', 'content'] as const;
export type SeminarGap = (typeof SEMINAR_GAPS)[number];
