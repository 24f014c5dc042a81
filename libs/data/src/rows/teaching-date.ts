import { z } from 'zod';
import { datePartsSchema } from './date-part';

/** Kinds of dates. */
export const DATE_TYPES = ['Seminar', 'Workshop', 'Supervision', 'Webinar', 'Sprechstunde'] as const;
export type DateType = (typeof DATE_TYPES)[number];
/** Formats of a date. */
export const DATE_FORMATS = ['Präsenz', 'Online', 'Blended'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Another date with the same room or teacher at the same time. */
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

/** A public holiday on a day of a date. */
export const holidaySchema = z.object({
  /** `yyyy-MM-dd`. */
  day: z.string(),
  name: z.string(),
  /** Codes of the Länder that have it; null: all. */
  lands: z.array(z.string()).nullable(),
});
export type Holiday = z.infer<typeof holidaySchema>;

/** A date of a seminar as planners see it in lists and calendars. */
export const teachingDateSchema = z.object({
  id: z.string(),
  course_id: z.string(),
  course_title: z.string(),
  /** Id of the series; null for a single date. */
  series_id: z.string().nullable(),
  title: z.string(),
  type: z.enum(DATE_TYPES),
  format: z.enum(DATE_FORMATS),
  location: z.string(),
  /** Room of the academy whose place `location` is; null for another place. */
  room_id: z.string().nullable().default(null),
  starts_at: z.string(),
  ends_at: z.string(),
  capacity: z.number(),
  /** Number of taken places. */
  taken: z.number(),
  waiting: z.number(),
  /** Until when it can be chosen, changed or left; null until it begins. */
  change_until: z.string().nullable().default(null),
  teachers: z.array(z.object({ id: z.string(), name: z.string() })),
  cancelled_at: z.string().nullable(),
  /** Of a seminar that was never published. */
  is_draft: z.boolean(),
  /** People whose attendance at a past date is not recorded. */
  unticked: z.number(),
  parts: datePartsSchema,
  conflicts: z.array(dateConflictSchema),
});
export type TeachingDate = z.infer<typeof teachingDateSchema>;

/** A date with all details of its page. */
export const teachingDateDetailsSchema = teachingDateSchema.extend({
  description: z.string(),
  units: z.number(),
  /** Attended parts that the certificate needs; null for a date with one part. */
  parts_needed: z.number().nullable().default(null),
  meeting_url: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** Number of moves and cancellations. */
  sequence: z.number(),
  /** People who have a place or wait for one. */
  told: z.number(),
  /** This date and the later ones of its series; null for a single one. */
  following: z.object({ dates: z.number(), told: z.number() }).nullable(),
});
export type TeachingDateDetails = z.infer<typeof teachingDateDetailsSchema>;

/** A teacher. */
export const teacherSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  is_active: z.boolean(),
});
export type Teacher = z.infer<typeof teacherSchema>;

/** A room of the academy. */
export const roomSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** May be empty. */
  address: z.string(),
  /** Name and address: the place of its dates. */
  place: z.string(),
  capacity: z.number(),
  /** False: closed, no new dates. */
  is_active: z.boolean(),
  /** Dates that are not over. */
  coming: z.number(),
  /** People who have a place at those dates or wait for one. */
  told: z.number(),
  /** Dates on site with more places than the room. */
  too_many: z.number(),
});
export type Room = z.infer<typeof roomSchema>;

/** Days and hours in Berlin's local time. */
export interface DateTimes {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** `HH:MM`. */
  readonly starts: string;
  readonly ends: string;
  /** The last day, if different. */
  readonly ends_day?: string;
}

/** A part of a date as planned. */
export interface PlannedPart extends DateTimes {
  /** Of an existing part. */
  readonly id?: string;
  readonly title: string;
  readonly units: number | null;
}

/** Dates every few weeks: a number of them, or until a day. */
export interface DateSeries {
  readonly weeks: number;
  readonly count?: number;
  /** `yyyy-MM-dd`, inclusive. */
  readonly until?: string;
}

/** A date as planned; for a series its first one. */
export interface DatePlan extends DateTimes {
  readonly course_id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly format: string;
  /** A room of the academy; null for another place, which `location` names. */
  readonly room_id?: string | null;
  readonly location: string;
  readonly meeting_url: string;
  readonly capacity: number | null;
  readonly units: number | null;
  readonly teacher_ids: readonly string[];
  /** `yyyy-MM-ddTHH:MM`; null until it begins. */
  readonly change_until: string | null;
  readonly series: DateSeries | null;
  /** A date in several parts; its own times are those of the first one. */
  readonly parts?: readonly PlannedPart[];
  /** Attended parts that the certificate needs. */
  readonly parts_needed?: number | null;
}
