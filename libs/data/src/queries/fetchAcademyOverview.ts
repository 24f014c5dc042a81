import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const figure = z.number().nullable();

/** What waits in the academy; null is what the account's roles do not open. */
const academyOverviewSchema = z.object({
  /** Seminars that nobody has published yet. */
  drafts: figure,
  /** Dates of the next 14 days. */
  coming: figure,
  /** Dates that are over, and whose list lacks somebody. */
  unticked: figure,
  /** Orders that somebody has to look at. */
  orders: figure,
  /** Institutions that wait for approval. */
  institutions: figure,
});
export type AcademyOverview = z.infer<typeof academyOverviewSchema>;

/** Counts what waits for staff. Fails with `staff_required` for any other account. */
async function fetchAcademyOverview(client: DataClient): Promise<AcademyOverview> {
  return readRows(await client.rpc('nemus_academy_overview', {}, { get: true }), academyOverviewSchema);
}

/** @param userId whose counts the cache holds; the database itself asks the session */
export const academyOverviewQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['academy', 'overview', userId], queryFn: () => fetchAcademyOverview(client) });
