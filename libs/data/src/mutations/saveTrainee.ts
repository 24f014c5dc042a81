import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { TraineeRecord, TraineeStatus } from '../rows/trainee';

// An update does not find a row that may not be changed; the answer is then empty.
const changedRow = z.object({ id: z.string() });

/** The database's code for an e-mail address of another trainee of the institution. */
export const TRAINEE_EXISTS = '23505';

/** Saves the institution's data about a trainee; omitted fields stay. Fails with {@link TRAINEE_EXISTS}. */
export async function saveTrainee(
  client: DataClient,
  traineeId: string,
  record: Partial<TraineeRecord>,
): Promise<void> {
  await readRows(
    await client.from('nemus_trainees').update(record).eq('id', traineeId).select('id').maybeSingle(),
    changedRow,
  );
}

/** Sets a trainee active or inactive. */
export async function setTraineeStatus(client: DataClient, traineeId: string, status: TraineeStatus): Promise<void> {
  await readRows(
    await client.from('nemus_trainees').update({ status }).eq('id', traineeId).select('id').maybeSingle(),
    changedRow,
  );
}
