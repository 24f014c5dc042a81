import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { TRAINEE_COLUMNS, traineeSchema, type Trainee } from '../rows/trainee';

/** One trainee of the institution; null when it has none of that id. */
export async function fetchTrainee(client: DataClient, traineeId: string): Promise<Trainee | null> {
  // What is no id names nobody; the database would refuse the question.
  if (!z.uuid().safeParse(traineeId).success) return null;
  return readRows(
    await client.from('nemus_trainee_list').select(TRAINEE_COLUMNS).eq('id', traineeId).maybeSingle(),
    traineeSchema.nullable(),
  );
}

export const traineeQuery = (client: DataClient, traineeId: string) =>
  queryOptions({ queryKey: ['trainees', 'one', traineeId], queryFn: () => fetchTrainee(client, traineeId) });
