import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const reviewSchema = z.object({
  institution_id: z.string(),
  name: z.string(),
  /** The reviewed name, which its mails carry. */
  approved_name: z.string().nullable(),
  email: z.string(),
  website: z.string(),
  address: z.string(),
  /** ISO 8601. */
  registered_at: z.string(),
  /** `renamed`: approved under another name. */
  state: z.enum(['waiting', 'renamed', 'approved', 'withdrawn']),
});
/** An institution for staff to review. */
export type StaffInstitution = z.infer<typeof reviewSchema>;

/** Institutions for staff with the role `people`, pending ones first; at most 200. */
export async function fetchInstitutionReviews(client: DataClient): Promise<StaffInstitution[]> {
  return readRows(await client.rpc('nemus_institution_reviews'), z.array(reviewSchema));
}

export const institutionReviewsQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['institution-reviews'], queryFn: () => fetchInstitutionReviews(client) });
