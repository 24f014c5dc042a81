import { z } from 'zod';

/** What a date can be. */
export const DATE_TYPES = ['Seminar', 'Workshop', 'Supervision', 'Webinar', 'Sprechstunde'] as const;
export type DateType = (typeof DATE_TYPES)[number];
/** How a date meets. */
export const DATE_FORMATS = ['Präsenz', 'Online', 'Blended'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Another date that has the room or somebody who teaches at the same time. */
export const dateConflictSchema = z.object({
  kind: z.enum(['room', 'teacher']),
  /** The room, or the person. */
  name: z.string(),
  date_id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
});
export type DateConflict = z.infer<typeof dateConflictSchema>;

/** A date of a seminar as those who plan see it in lists and calendars. */
export const teachingDateSchema = z.object({
  id: z.string(),
  course_id: z.string(),
  course_title: z.string(),
  /** Dates that were made together; null for a single one. */
  series_id: z.string().nullable(),
  title: z.string(),
  type: z.enum(DATE_TYPES),
  format: z.enum(DATE_FORMATS),
  location: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  capacity: z.number(),
  /** Places that are taken. */
  taken: z.number(),
  waiting: z.number(),
  teachers: z.array(z.object({ id: z.string(), name: z.string() })),
  cancelled_at: z.string().nullable(),
  /** Of a seminar that was never published. */
  is_draft: z.boolean(),
  conflicts: z.array(dateConflictSchema),
});
export type TeachingDate = z.infer<typeof teachingDateSchema>;

/** A date with all that its own page shows. */
export const teachingDateDetailsSchema = teachingDateSchema.extend({
  description: z.string(),
  units: z.number(),
  meeting_url: z.string().nullable(),
  /** Until when it can be chosen, changed and left; null until it begins. */
  change_until: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** How often it was moved or cancelled. */
  sequence: z.number(),
  /** People who have a place or wait for one. */
  told: z.number(),
  /** This date and those of its series that follow; null for a single one. */
  following: z.object({ dates: z.number(), told: z.number() }).nullable(),
});
export type TeachingDateDetails = z.infer<typeof teachingDateDetailsSchema>;

/** Somebody who teaches. */
export const teacherSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  is_active: z.boolean(),
});
export type Teacher = z.infer<typeof teacherSchema>;

/** Days and hours in the local time of Berlin. */
export interface DateTimes {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** `HH:MM`. */
  readonly starts: string;
  readonly ends: string;
  /** The last day, where it is another one. */
  readonly ends_day?: string;
}

/** Dates every few weeks: as many of them, or until a day. */
export interface DateSeries {
  readonly weeks: number;
  readonly count?: number;
  /** `yyyy-MM-dd`, inclusive. */
  readonly until?: string;
}

/** A date as somebody plans it; of a series its first one. */
export interface DatePlan extends DateTimes {
  readonly course_id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly format: string;
  readonly location: string;
  readonly meeting_url: string;
  readonly capacity: number | null;
  readonly units: number | null;
  readonly teacher_ids: readonly string[];
  /** `yyyy-MM-ddTHH:MM`; null until it begins. */
  readonly change_until: string | null;
  readonly series: DateSeries | null;
}
