import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Counts on an institution's dashboard (S-7.1). */
export const institutionOverviewSchema = z.object({
  /** Trainees with a linked portal account. */
  linked_trainees: z.number(),
  /** Bookings made in the portal in this calendar month. */
  bookings_this_month: z.number(),
});
export type InstitutionOverview = z.infer<typeof institutionOverviewSchema>;

/** Counts of the caller's institution. Fails with `institution_required` for any other account. */
export async function fetchInstitutionOverview(client: DataClient): Promise<InstitutionOverview> {
  // Called by GET: the next start may request it before any code has loaded.
  return readRows(await client.rpc('nemus_institution_overview', {}, { get: true }), institutionOverviewSchema);
}

/** @param institutionId whose counts the cache holds; the database uses the session */
export const institutionOverviewQuery = (client: DataClient, institutionId: string) =>
  queryOptions({
    queryKey: ['bookings', 'overview', institutionId],
    queryFn: () => fetchInstitutionOverview(client),
  });
