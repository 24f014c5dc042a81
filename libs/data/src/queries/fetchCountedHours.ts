import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { COMPETENCIES } from '../rows/course';
import { knownRestSchema } from '../rows/logbook';
import {
  competencyLevelSchema,
  CREDIT_SOURCES,
  hourCategorySchema,
  requirementFigureSchema,
} from '../rows/requirements';

const minutes = z.number().int();

/** Minutes of one category of the set. `required_units` is null when the set has no figure. */
export const categoryHoursSchema = z.object({
  category: hourCategorySchema,
  /** The set's own name; empty for the portal's default. */
  title: z.string(),
  required_units: z.number().int().nullable(),
  /** Length of the units that the set counts this category in. */
  unit_minutes: minutes.default(45),
  done_minutes: minutes,
  submitted_minutes: minutes,
  /** Drafts, and returned entries. */
  draft_minutes: minutes,
  /** Future hours of bought or booked courses, and of appointments. */
  planned_minutes: minutes,
});
export type CategoryHours = z.infer<typeof categoryHoursSchema>;

export const competencyHoursSchema = z.object({
  competency: z.enum(COMPETENCIES),
  level: competencyLevelSchema,
  required_units: z.number().int().nullable(),
  description: z.string(),
  done_minutes: minutes,
});
export type CompetencyHours = z.infer<typeof competencyHoursSchema>;

export const monthMinutesSchema = z.object({
  /** First day of the month, `yyyy-MM-dd`. */
  month: z.string(),
  category: hourCategorySchema,
  minutes,
});
export type MonthMinutes = z.infer<typeof monthMinutesSchema>;

/** A further figure of the set, and how much of it is done; null when it is not counted. */
export const countedFigureSchema = requirementFigureSchema.extend({ done: z.number().nullable() });
export type CountedFigure = z.infer<typeof countedFigureSchema>;

export const countedHoursSchema = z.object({
  /** The chosen requirement set; null while there is none. */
  set: z
    .object({
      id: z.string(),
      name: z.string(),
      chamber: z.string(),
      version: z.string(),
      source: z.string(),
      treated_per_supervised: z.number().nullable(),
    })
    .nullable(),
  categories: z.array(categoryHoursSchema),
  figures: z.array(countedFigureSchema).default([]),
  competencies: z.array(competencyHoursSchema),
  months: z.array(monthMinutesSchema),
  /** What the set does not count. */
  not_counted: z.array(z.object({ source: z.enum(CREDIT_SOURCES), minutes, pieces: z.number().int() })),
  treated_minutes: minutes,
  supervised_minutes: minutes,
  /** Sample data counts among the hours. */
  has_sample_hours: z.boolean().default(false),
  /** Times in which the training rests. */
  interruptions: z.array(knownRestSchema).default([]),
  /** Planned end of the training (`yyyy-MM-dd`); null if unknown, and for institutions. */
  planned_end: z.string().nullable().default(null),
});
export type CountedHours = z.infer<typeof countedHoursSchema>;

/** What counts for the account, or for a linked trainee of the institution. */
export async function fetchCountedHours(client: DataClient, trainee: string | null = null): Promise<CountedHours> {
  return readRows(
    await client.rpc('nemus_counted_hours', { ...(trainee !== null && { p_trainee: trainee }) }, { get: true }),
    countedHoursSchema,
  );
}

/** @param trainee on the institution's list; null for the account */
export const countedHoursQuery = (client: DataClient, trainee: string | null = null) =>
  queryOptions({
    queryKey: ['logbook', 'counted', trainee ?? ''],
    queryFn: () => fetchCountedHours(client, trainee),
  });

export const countedSourceSchema = z.object({
  kind: z.enum(['attendance', 'elearning', 'certificate', 'logbook']),
  source: z.enum(CREDIT_SOURCES),
  source_id: z.string(),
  title: z.string(),
  /** `yyyy-MM-dd` */
  done_on: z.string(),
  minutes,
  category: hourCategorySchema,
  /** Null: the set does not count it. */
  counts_for: hourCategorySchema.nullable(),
  competency: z.enum(COMPETENCIES).nullable(),
  level: competencyLevelSchema,
  is_sample: z.boolean().default(false),
  /** In the list: a date in parts has several lines. */
  place: z.number().int().optional(),
});
export type CountedSource = z.infer<typeof countedSourceSchema>;

const countedSourcesSchema = z.object({ total: z.number().int(), rows: z.array(countedSourceSchema) });
export type CountedSources = z.infer<typeof countedSourcesSchema>;

/** Maximum number of sources per answer. */
export const COUNTED_SOURCES_PAGE = 50;

/**
 * What counted from which source, newest first.
 * @param category what counts for it; `none` for what does not count, null for all
 * @param page from 1 on
 */
export async function fetchCountedSources(
  client: DataClient,
  category: string | null,
  page: number,
): Promise<CountedSources> {
  return readRows(
    await client.rpc(
      'nemus_counted_sources',
      { ...(category !== null && { p_category: category }), p_offset: (page - 1) * COUNTED_SOURCES_PAGE },
      { get: true },
    ),
    countedSourcesSchema,
  );
}

export const countedSourcesQuery = (client: DataClient, category: string | null, page: number) =>
  queryOptions({
    queryKey: ['logbook', 'counted-sources', category, page],
    queryFn: () => fetchCountedSources(client, category, page),
    placeholderData: keepPreviousData,
  });

const courseCreditSchema = z.object({
  set: z.object({ name: z.string(), version: z.string() }).nullable(),
  parts: z.array(
    z.object({
      source: z.enum(CREDIT_SOURCES),
      units: z.number().int(),
      /** Null: the set does not count it. */
      category: hourCategorySchema.nullable(),
      title: z.string(),
    }),
  ),
});
export type CourseCredit = z.infer<typeof courseCreditSchema>;

/** What a seminar would count for in the account's chosen set. */
export async function fetchCourseCredit(client: DataClient, courseId: string): Promise<CourseCredit> {
  return readRows(await client.rpc('nemus_course_credit', { p_course: courseId }, { get: true }), courseCreditSchema);
}

export const courseCreditQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['logbook', 'course-credit', courseId],
    queryFn: () => fetchCourseCredit(client, courseId),
  });
