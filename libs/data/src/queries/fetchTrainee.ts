import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { traineeSchema, type Trainee } from '../rows/trainee';

/** One trainee of the institution; null when it has none of that id. */
export async function fetchTrainee({ rest }: DataClient, traineeId: string): Promise<Trainee | null> {
  // What is no id names nobody; the database would refuse the question.
  if (!z.uuid().safeParse(traineeId).success) return null;
  const shown = Object.keys(traineeSchema.shape).join(', ');
  return readRows(
    await rest.from('nemus_trainee_list').select(shown).eq('id', traineeId).maybeSingle(),
    traineeSchema.nullable(),
  );
}

export const traineeQuery = (client: DataClient, traineeId: string) =>
  queryOptions({ queryKey: ['trainees', 'one', traineeId], queryFn: () => fetchTrainee(client, traineeId) });
