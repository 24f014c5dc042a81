import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Fields of further training of the Weiterbildungsordnung for psychotherapists. */
export const TRAINING_FIELDS = ['Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie'] as const;
export const TRAINING_PROCEDURES = [
  'Verhaltenstherapie',
  'Systemische Therapie',
  'Tiefenpsychologisch fundierte Psychotherapie',
  'Analytische Psychotherapie',
] as const;

/** A row of `nemus_training_info`. Missing values are empty texts or null; dates are `YYYY-MM-DD`. */
export const trainingInfoSchema = z.object({
  field: z.enum(TRAINING_FIELDS).nullable(),
  procedure: z.enum(TRAINING_PROCEDURES).nullable(),
  /** The chamber that will examine. */
  chamber: z.string(),
  training_site: z.string(),
  supervisor_name: z.string(),
  started_on: z.string().nullable(),
  expected_end_on: z.string().nullable(),
});
export type TrainingInfo = z.infer<typeof trainingInfoSchema>;

/** The account's training, where and until when. Null for accounts without training. */
export async function fetchTrainingInfo(client: DataClient, userId: string): Promise<TrainingInfo | null> {
  return readRows(
    await client
      .from('nemus_training_info')
      .select('field, procedure, chamber, training_site, supervisor_name, started_on, expected_end_on')
      .eq('user_id', userId)
      .maybeSingle(),
    trainingInfoSchema.nullable(),
  );
}

export const trainingInfoQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['profile', 'training-info', userId],
    queryFn: () => fetchTrainingInfo(client, userId),
  });
