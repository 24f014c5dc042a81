import { z } from 'zod';
import { readRows, type DataClient } from '@nemus/data';
import { withTimeout } from '../../browser/with-timeout';

const reviewsSchema = z.array(
  z.object({
    institution_id: z.string(),
    name: z.string(),
    /** Approved name, used in mails; null for none, or when the installation approves automatically. */
    approved_name: z.string().nullable(),
    email: z.string(),
    website: z.string(),
    address: z.string(),
    registered_at: z.string(),
    approved_at: z.string().nullable(),
    withdrawn_at: z.string().nullable(),
    state: z.enum(['waiting', 'renamed', 'approved', 'withdrawn']),
  }),
);
/** An institution as an operator reviews it. */
export type InstitutionReview = z.infer<typeof reviewsSchema>[number];

/** Institutions with a confirmed address, pending ones first; at most 200. For operators only. */
export async function readInstitutionReviews(client: DataClient): Promise<readonly InstitutionReview[]> {
  return readRows(await withTimeout(client.rpc('nemus_institution_reviews')), reviewsSchema);
}

/** Lets an institution invite and book for others, under the displayed name. */
export async function approveInstitution(client: DataClient, { institution_id: id, name }: InstitutionReview) {
  const answer = await withTimeout(client.rpc('nemus_approve_institution', { p_institution: id, p_name: name }));
  await readRows(answer, z.unknown());
}

/** Withdraws the approval; open invitations of the institution become invalid. */
export async function withdrawApproval(client: DataClient, { institution_id: id }: InstitutionReview) {
  await readRows(await withTimeout(client.rpc('nemus_withdraw_approval', { p_institution: id })), z.unknown());
}
