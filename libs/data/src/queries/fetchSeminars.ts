import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { Competency } from '../rows/course';
import { SEMINAR_GAPS, SEMINAR_STATES, seminarSchema, type SeminarState } from '../rows/seminar';

/** Seminars per page. */
export const SEMINARS_PER_PAGE = 50;

const listedSchema = seminarSchema
  .pick({
    id: true,
    title: true,
    competency: true,
    difficulty: true,
    state: true,
    duration_hours: true,
    price_euros: true,
    credit_cost: true,
    is_premium: true,
    has_dates: true,
    zfu_status: true,
    updated_at: true,
  })
  .extend({ enrolled: z.number() });
export type ListedSeminar = z.infer<typeof listedSchema>;

const pageSchema = z.object({
  courses: z.array(listedSchema),
  total: z.number(),
  states: z.record(z.enum(SEMINAR_STATES), z.number()),
  /** Maximum number of search results. */
  is_capped: z.boolean(),
});
export type SeminarPage = z.infer<typeof pageSchema>;

/** Filters of the list. */
export interface SeminarSelection {
  /** Words of the title; words of one or two letters are ignored. */
  readonly search: string;
  readonly state: SeminarState | null;
  readonly competency?: Competency | null;
  /** From 1 on. */
  readonly page: number;
}

/** A page of all seminars, including drafts and retired ones, by title; for staff with the role `catalogue`. */
export async function fetchSeminars(client: DataClient, selection: SeminarSelection): Promise<SeminarPage> {
  const { search, state, competency = null, page } = selection;
  return readRows(
    await client.rpc('nemus_staff_courses', {
      p_search: search,
      p_page: page,
      ...(state !== null && { p_state: state }),
      ...(competency !== null && { p_competency: competency }),
    }),
    pageSchema,
  );
}

export const seminarsQuery = (client: DataClient, selection: SeminarSelection) =>
  queryOptions({
    queryKey: ['seminars', 'list', selection],
    queryFn: () => fetchSeminars(client, selection),
    placeholderData: (earlier: SeminarPage | undefined) => earlier,
  });

const detailsSchema = z.object({
  course: seminarSchema,
  gaps: z.array(z.enum(SEMINAR_GAPS)),
  /** It was bought or is being paid: what it counts for is fixed. */
  is_sold: z.boolean(),
  /** Published, but not offered until its e-learning course has content. */
  is_withheld: z.boolean(),
  enrolled: z.number(),
  completed: z.number(),
  waiting_orders: z.number(),
  dates: z.number(),
  coming_dates: z.number(),
  elearning: z.array(z.object({ id: z.string(), title: z.string(), units: z.number() })),
});
export type SeminarDetails = z.infer<typeof detailsSchema>;

/** One seminar with its dependencies. Fails with `course_not_found`, `staff_required`. */
export async function fetchSeminar(client: DataClient, id: string): Promise<SeminarDetails> {
  return readRows(await client.rpc('nemus_staff_course', { p_id: id }), detailsSchema);
}

export const seminarQuery = (client: DataClient, id: string) =>
  queryOptions({ queryKey: ['seminars', 'one', id], queryFn: () => fetchSeminar(client, id) });
