import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { TRAINEE_COLUMNS, traineeSchema, type Trainee } from '../rows/trainee';

/** One trainee of the institution; null for an unknown id. */
export async function fetchTrainee(client: DataClient, traineeId: string): Promise<Trainee | null> {
  // An invalid id has no trainee; the database would refuse the request.
  if (!z.uuid().safeParse(traineeId).success) return null;
  return readRows(
    await client.from('nemus_trainee_list').select(TRAINEE_COLUMNS).eq('id', traineeId).maybeSingle(),
    traineeSchema.nullable(),
  );
}

export const traineeQuery = (client: DataClient, traineeId: string) =>
  queryOptions({ queryKey: ['trainees', 'one', traineeId], queryFn: () => fetchTrainee(client, traineeId) });
