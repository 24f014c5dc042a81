import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { HOUR_CATEGORIES } from '../rows/requirements';
import { TRAINEE_STATUSES } from '../rows/trainee';
import { everyPage } from './pages';

/** A person's hours in a category, against the share of the training's time that has passed. */
export const STANDINGS = ['met', 'on_track', 'behind', 'far_behind', 'open'] as const;
export type Standing = (typeof STANDINGS)[number];

export const cohortRowSchema = z.object({
  trainee_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  status: z.enum(TRAINEE_STATUSES),
  /** Null: no requirements were chosen. */
  set: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** Percent of the training's time that has passed; null without its first or last day. */
  elapsed: z.number().nullable(),
  /** Sample data counts among the hours. */
  has_sample_hours: z.boolean().default(false),
  categories: z.array(
    z.object({
      category: z.enum(HOUR_CATEGORIES),
      title: z.string(),
      required_units: z.number().int().nullable(),
      unit_minutes: z.number().int().default(45),
      done_minutes: z.number().int(),
      standing: z.enum(STANDINGS),
    }),
  ),
});
export type CohortRow = z.infer<typeof cohortRowSchema>;

const cohortSchema = z.object({ total: z.number().int(), rows: z.array(cohortRowSchema) });
export type Cohort = z.infer<typeof cohortSchema>;

/** Trainees per page. */
export const COHORT_PAGE = 25;

/** `''`: all · `behind`: in any category · `open`: nothing to compare. */
export const COHORT_FILTERS = ['', 'behind', 'far_behind', 'open'] as const;
/** `lag`: furthest behind first · `elapsed`: the least time left first. */
export const COHORT_SORTS = ['name', 'lag', 'elapsed'] as const;

/** Which trainees of the cohort, in which order. */
export interface CohortSelection {
  readonly search: string;
  readonly filter: (typeof COHORT_FILTERS)[number];
  readonly sort: (typeof COHORT_SORTS)[number];
}

/** Linked trainees of the institution with their hours by category. @param page from 1 on */
export async function fetchCohort(
  client: DataClient,
  { search, filter, sort }: CohortSelection,
  page: number,
  size = COHORT_PAGE,
): Promise<Cohort> {
  const given = { p_search: search, p_page: page, p_filter: filter, p_sort: sort, p_size: size };
  return readRows(await client.rpc('nemus_cohort', given, { get: true }), cohortSchema);
}

/** All linked trainees of a selection. */
export const fetchWholeCohort = (client: DataClient, selection: CohortSelection): Promise<readonly CohortRow[]> =>
  everyPage((page) => fetchCohort(client, selection, page, 500));

export const cohortQuery = (client: DataClient, selection: CohortSelection, page: number) =>
  queryOptions({
    queryKey: ['logbook', 'cohort', { ...selection }, page],
    queryFn: () => fetchCohort(client, selection, page),
    placeholderData: keepPreviousData,
  });

/** Hours of one category within a year at a section of employment. */
export const sectionHoursSchema = z.object({
  /** Null, like the following: entries without a site. */
  site_id: z.string().nullable(),
  name: z.string().nullable(),
  /** `yyyy-MM-dd` */
  started_on: z.string().nullable(),
  ended_on: z.string().nullable(),
  share: z.number().nullable(),
  year: z.number().int(),
  category: z.enum(HOUR_CATEGORIES),
  minutes: z.number().int(),
  entries: z.number().int(),
});
export type SectionHours = z.infer<typeof sectionHoursSchema>;

/** Confirmed hours by section of employment; for a linked trainee those confirmed for the institution. */
export async function fetchSectionReport(client: DataClient, trainee: string | null): Promise<SectionHours[]> {
  return readRows(
    await client.rpc('nemus_section_report', { ...(trainee !== null && { p_trainee: trainee }) }, { get: true }),
    z.array(sectionHoursSchema),
  );
}

export const sectionReportQuery = (client: DataClient, trainee: string | null = null) =>
  queryOptions({
    queryKey: ['logbook', 'sections', trainee ?? ''],
    queryFn: () => fetchSectionReport(client, trainee),
  });

const sitePackageSchema = z.object({
  format: z.literal('nemus-logbook-1'),
  made_at: z.string(),
  person: z.string().nullable(),
  institution: z.string().nullable(),
  sections: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      started_on: z.string(),
      ended_on: z.string().nullable(),
      share: z.number(),
    }),
  ),
  entries: z.array(
    z.object({
      id: z.string(),
      done_on: z.string(),
      category: z.enum(HOUR_CATEGORIES),
      minutes: z.number().int(),
      competency: z.string().nullable(),
      level: z.string().nullable(),
      site_id: z.string().nullable(),
      note: z.string(),
      /** Of a certificate from elsewhere. */
      issuer: z.string().nullable().default(null),
      started_on: z.string().nullable().default(null),
      file_sha256: z.string().nullable().default(null),
      confirmed_by: z.string().nullable(),
      confirmed_at: z.string().nullable(),
      role: z.string().nullable(),
      as_deputy: z.boolean(),
      corrects: z.string().nullable(),
      counts: z.boolean(),
    }),
  ),
  confirmations: z.array(
    z.object({
      entry_id: z.string(),
      number: z.number().int(),
      at: z.string(),
      by: z.string(),
      previous_hash: z.string(),
      hash: z.string(),
    }),
  ),
});
/** Data for a change of site: confirmed entries, their confirmers, sections of employment. */
export type SitePackage = z.infer<typeof sitePackageSchema>;

export async function fetchSitePackage(client: DataClient, trainee: string | null): Promise<SitePackage> {
  return readRows(
    await client.rpc('nemus_site_package', { ...(trainee !== null && { p_trainee: trainee }) }, { get: true }),
    sitePackageSchema,
  );
}
