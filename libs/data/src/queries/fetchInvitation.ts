import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const invitationSchema = z.object({
  institution_name: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  acceptance: z.enum(['signed_out', 'possible', 'other_address', 'institution_account', 'already_linked']),
});
const acceptedSchema = z.object({ institution_name: z.string().nullable() });

/** An institution's invitation to one person, as the page behind its link shows it. */
export interface Invitation {
  readonly institutionName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Masked for an account that cannot accept; the names are empty then. */
  readonly email: string;
  /** Whether the current account can accept it, or why not. The database checks again on acceptance. */
  readonly acceptance: z.infer<typeof invitationSchema>['acceptance'];
}

/** Shown when an institution has given no name. */
const NAMELESS = 'Eine Weiterbildungsstätte';

/**
 * The invitation behind a link's token; null when it was answered, withdrawn, or is too old. Works without a session.
 */
export async function fetchInvitation(client: DataClient, token: string): Promise<Invitation | null> {
  const found = await readRows(await client.rpc('nemus_invitation', { p_token: token }), invitationSchema.nullable());
  if (!found) return null;
  return {
    institutionName: found.institution_name ?? NAMELESS,
    firstName: found.first_name,
    lastName: found.last_name,
    email: found.email,
    acceptance: found.acceptance,
  };
}

/** Links the signed-in account to the inviting institution. Returns its name. */
export async function acceptInvitation(client: DataClient, token: string): Promise<string> {
  const accepted = await readRows(await client.rpc('nemus_accept_invitation', { p_token: token }), acceptedSchema);
  return accepted.institution_name ?? NAMELESS;
}

/** Declines the invitation, which the institution sees. */
export async function declineInvitation(client: DataClient, token: string): Promise<void> {
  await readRows(await client.rpc('nemus_decline_invitation', { p_token: token }), z.null());
}
