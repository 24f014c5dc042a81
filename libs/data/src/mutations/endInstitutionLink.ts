import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Ends the link of the account with an institution; ending it again changes nothing. Fails with `trainee_not_found`. */
export async function leaveInstitution(client: DataClient, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_leave_institution', { p_trainee: traineeId }), z.unknown());
}

/** Ends the link of a trainee's account with the institution, from its side. Fails as {@link leaveInstitution}. */
export async function unlinkTrainee(client: DataClient, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_unlink_trainee', { p_trainee: traineeId }), z.unknown());
}
