import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const figure = z.number().nullable();

/** Open tasks in the academy; null where the account's roles give no access. */
const academyOverviewSchema = z.object({
  /** Unpublished seminars. */
  drafts: figure,
  /** Dates of the next 14 days. */
  coming: figure,
  /** Past dates with an incomplete attendance list. */
  unticked: figure,
  /** Orders that need attention. */
  orders: figure,
  /** Withdrawals that are not handled. */
  withdrawals: figure,
  /** Next day on which money is due for one of them, `yyyy-MM-dd`. */
  withdrawals_due: z.string().nullable().default(null),
  /** Open disputes. */
  disputes: figure.default(null),
  /** Next moment until which an answer to one of them is taken; ISO 8601. */
  disputes_due: z.string().nullable().default(null),
  /** Institutions that wait for approval. */
  institutions: figure,
  /** Requests for another name. */
  names: figure.default(null),
  /** Requests to the support. */
  support: figure.default(null),
});
export type AcademyOverview = z.infer<typeof academyOverviewSchema>;

/** Counts the open tasks of staff. Fails with `staff_required` for any other account. */
async function fetchAcademyOverview(client: DataClient): Promise<AcademyOverview> {
  return readRows(await client.rpc('nemus_academy_overview', {}, { get: true }), academyOverviewSchema);
}

/** @param userId whose counts the cache holds; the database uses the session */
export const academyOverviewQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['academy', 'overview', userId], queryFn: () => fetchAcademyOverview(client) });
