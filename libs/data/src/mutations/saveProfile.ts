import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { PersonalData } from '../queries/fetchPersonalData';
import type { TrainingInfo } from '../queries/fetchTrainingInfo';

/** The names of an account; e-mail and type cannot be changed here. */
export interface AccountNames {
  readonly first_name: string;
  readonly last_name: string;
}

// An update does not find a row that may not be changed; the answer is then empty.
const changedRow = z.object({ user_id: z.string() });

/** Saves the account's names. */
export async function saveAccountNames(client: DataClient, userId: string, names: AccountNames): Promise<void> {
  await readRows(
    await client.from('nemus_profiles').update(names).eq('user_id', userId).select('user_id').maybeSingle(),
    changedRow,
  );
}

/** Saves the account's personal data. */
export async function savePersonalData(client: DataClient, userId: string, data: PersonalData): Promise<void> {
  await readRows(
    await client.from('nemus_personal_data').update(data).eq('user_id', userId).select('user_id').maybeSingle(),
    changedRow,
  );
}

/** Saves the account's training. */
export async function saveTrainingInfo(client: DataClient, userId: string, info: TrainingInfo): Promise<void> {
  await readRows(
    await client.from('nemus_training_info').update(info).eq('user_id', userId).select('user_id').maybeSingle(),
    changedRow,
  );
}
