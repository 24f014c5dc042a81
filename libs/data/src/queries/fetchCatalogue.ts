import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { courseSchema, wholeCourseSchema, type Competency, type Difficulty } from '../rows/course';
import { datePartsSchema } from '../rows/date-part';
import { APPOINTMENT_FORMATS } from './fetchAppointments';
import { enrollmentSchema } from './fetchEnrollments';

/** Courses per page of the catalogue. */
export const COURSES_PER_PAGE = 24;

/** A date that can still be chosen. */
const catalogueDateSchema = z.object({
  id: z.string(),
  course_id: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  format: z.enum(APPOINTMENT_FORMATS),
  /** Empty for a date that is online only. */
  location: z.string(),
  instructor: z.string(),
  capacity: z.number(),
  free_places: z.number(),
  parts: datePartsSchema,
});
export type CatalogueDate = z.infer<typeof catalogueDateSchema>;

/** Whether a course can be bought, and whether the account asked for its dates. */
const interestShape = { is_buyable: z.boolean(), is_asked: z.boolean() };

const cardSchema = courseSchema
  .pick({
    id: true,
    title: true,
    competency: true,
    difficulty: true,
    duration_hours: true,
    price_euros: true,
    credit_cost: true,
    is_premium: true,
  })
  .extend({
    /** Its beginning. */
    description: z.string(),
    /** The account's own; null without one. */
    enrollment: enrollmentSchema.nullable(),
    /** The next date that fits the filter. */
    next_date: catalogueDateSchema.nullable(),
    /** How many others fit it. */
    more_dates: z.number(),
    ...interestShape,
  });
/** A course in a list of the catalogue. */
export type CatalogueCard = z.infer<typeof cardSchema>;

const pageSchema = z.object({
  courses: z.array(cardSchema),
  /** With a similar spelling; only on the first page of a search. */
  similar: z.array(cardSchema),
  /** Of all pages. */
  total: z.number(),
  /** Courses by competency, whatever competency is chosen; without those that have none. */
  counts: z.record(z.string(), z.number()),
  /** Pages of one edition have each course of the list exactly once. */
  edition: z.string(),
  /** Months (`yyyy-MM`) and houses of all open dates, whatever the filter. */
  months: z.array(z.string()),
  houses: z.array(z.string()),
});
export type CataloguePage = z.infer<typeof pageSchema>;

/** What a list of the catalogue shows. Null and false mean "all". */
export interface CatalogueSelection {
  /** Debounced input. */
  readonly search: string;
  readonly competency: Competency | null;
  readonly difficulty: Difficulty | null;
  /** Month in which a date begins, `yyyy-MM`. */
  readonly month: string | null;
  /** House of a date, without its room. */
  readonly house: string | null;
  readonly online: boolean;
  /** With free places. */
  readonly free: boolean;
  /** Highest price in euros. */
  readonly most: number | null;
  /** Courses that the account is enrolled in come last. */
  readonly ownLast: boolean;
}

/**
 * A page of the catalogue, from 1 on, by title (S-12.5). The database searches, filters, sorts and counts.
 */
export async function fetchCataloguePage(
  client: DataClient,
  selection: CatalogueSelection,
  page: number,
  signal?: AbortSignal,
): Promise<CataloguePage> {
  const { competency, difficulty, month, house, online, free, most, ownLast } = selection;
  // The database reads the first 200 characters; a longer URL would be refused.
  const search = selection.search.trim().slice(0, 200);
  const asked = client.rpc(
    'nemus_catalogue_page',
    {
      ...(search !== '' && { p_search: search }),
      ...(competency !== null && { p_competency: competency }),
      ...(difficulty !== null && { p_difficulty: difficulty }),
      ...(month !== null && { p_month: month }),
      ...(house !== null && { p_house: house }),
      ...(online && { p_online: true }),
      ...(free && { p_free: true }),
      ...(most !== null && { p_most: most }),
      ...(ownLast && { p_own_last: true }),
      ...(page > 1 && { p_page: page }),
    },
    { get: true },
  );
  return readRows(await (signal ? asked.abortSignal(signal) : asked), pageSchema);
}

export const cataloguePageQuery = (client: DataClient, selection: CatalogueSelection, page: number) =>
  queryOptions({
    queryKey: ['courses', 'page', JSON.stringify({ ...selection, search: selection.search.trim() }), String(page)],
    queryFn: ({ signal }) => fetchCataloguePage(client, selection, page, signal),
    staleTime: 60_000,
  });

const offerSchema = z
  .object({
    course: wholeCourseSchema,
    enrollment: enrollmentSchema.nullable(),
    /** Dates that can be chosen, the next one first. */
    dates: z.array(catalogueDateSchema),
    /** The date that the account chose for its next purchase. */
    chosen: z.string().nullable(),
    ...interestShape,
  })
  .nullable();
/** One course as the catalogue offers it, or as an enrolled account still has it. */
export type CourseOffer = NonNullable<z.infer<typeof offerSchema>>;

const idSchema = z.uuid();

/** One course of the catalogue; null for an invalid id, and for one that is neither on offer nor the account's own. */
export async function fetchCourseOffer(client: DataClient, courseId: string): Promise<CourseOffer | null> {
  // An address may contain anything; the database would refuse an invalid id.
  if (!idSchema.safeParse(courseId).success) return null;
  return readRows(await client.rpc('nemus_catalogue_course', { p_course: courseId }, { get: true }), offerSchema);
}

export const courseOfferQuery = (client: DataClient, courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'offer', courseId],
    queryFn: () => fetchCourseOffer(client, courseId),
    staleTime: 60_000,
  });
