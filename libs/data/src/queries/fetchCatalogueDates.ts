import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { datePartsSchema } from '../rows/date-part';
import { APPOINTMENT_FORMATS } from './fetchAppointments';

const catalogueDatesSchema = z.object({
  /** Dates that can be chosen, of all seminars in the catalogue, the next one first. */
  dates: z.array(
    z.object({
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
    }),
  ),
  /** Date that the account chose for its next purchase, by seminar. */
  chosen: z.record(z.string(), z.string()).default({}),
  /** Seminars that cannot be bought yet, and those whose dates the account asked for. */
  to_follow: z.array(z.object({ course_id: z.string(), is_buyable: z.boolean(), is_asked: z.boolean() })),
});
export type CatalogueDates = z.infer<typeof catalogueDatesSchema>;
export type CatalogueDate = CatalogueDates['dates'][number];

/** The open dates of the whole catalogue, and the seminars whose dates follow. */
export async function fetchCatalogueDates(client: DataClient): Promise<CatalogueDates> {
  return readRows(await client.rpc('nemus_catalogue_dates', {}, { get: true }), catalogueDatesSchema);
}

export const catalogueDatesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['catalogue-dates'], queryFn: () => fetchCatalogueDates(client), staleTime: 60_000 });
