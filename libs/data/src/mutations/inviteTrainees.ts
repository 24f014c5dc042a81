import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invokeFunction } from './invokeFunction';

/** Maximum number of people per call. */
export const MOST_INVITED_AT_ONCE = 100;

/** A person to invite. `phone` may be empty. */
export interface InvitedPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
}

const resultsSchema = z.object({
  results: z.array(
    z.object({
      /** Position in the list, from 1. */
      line: z.number(),
      email: z.string().nullable(),
      /** Null for a sent mail; otherwise the person's existing state (`trainee_linked`, `invitation_open`,
       * `trainee_exists`), `invalid_person`, `mail_unavailable`, or a limit's code. */
      code: z.string().nullable(),
      /** German message for the code. */
      message: z.string().nullable(),
    }),
  ),
});
export type InvitationResult = z.infer<typeof resultsSchema>['results'][number];

/**
 * Adds people to the institution's trainees and invites each by mail; an invalid line does not stop the others.
 * @param people at most {@link MOST_INVITED_AT_ONCE}
 */
export async function inviteTrainees(
  client: DataClient,
  people: readonly InvitedPerson[],
): Promise<readonly InvitationResult[]> {
  return (await invokeFunction(client, 'send-invitations', { people }, resultsSchema)).results;
}

/**
 * Invites a trainee again; the earlier link stops working.
 * Fails with `trainee_linked`, `invitation_too_soon` within a minute of the last mail, or the code of a limit.
 */
export async function resendInvitation(client: DataClient, traineeId: string): Promise<InvitationResult | null> {
  const { results } = await invokeFunction(client, 'send-invitations', { traineeId }, resultsSchema);
  return results[0] ?? null;
}

/** Withdraws the open invitation of a trainee; its link stops working. Withdrawing it again changes nothing. */
export async function revokeInvitation(client: DataClient, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_revoke_invitation', { p_trainee: traineeId }), z.unknown());
}
