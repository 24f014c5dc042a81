import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

export const TRAINING_AREAS = ['theory', 'practice', 'elearning'] as const;
export type TrainingArea = (typeof TRAINING_AREAS)[number];

/** German names of the three parts of the training. */
export const TRAINING_AREA_LABELS: Readonly<Record<TrainingArea, string>> = {
  theory: 'Theorie',
  practice: 'Praxis (Verhaltenstherapie)',
  elearning: 'E-Learning',
};

/** A row of the view `nemus_training_progress`, which sums what counts. Units are teaching units of 45 minutes. */
export const trainingProgressSchema = z.object({
  area: z.enum(TRAINING_AREAS),
  completed_units: z.number(),
  target_units: z.number(),
  /** How many of the completed ones are sample data. */
  sample_units: z.number().default(0),
  /** Over all areas; the same in every row of an account. */
  total_completed_units: z.number(),
  /** Bought, booked or agreed and not completed, over all areas, as on the page Anrechnung; the same in every row. */
  planned_units: z.number().default(0),
});
export type TrainingProgress = z.infer<typeof trainingProgressSchema>;

/**
 * Units of the total that no area has: self-experience, and units that parts of several areas make together. Zero when
 * the areas add up to the total.
 */
export const unitsBeyondAreas = (progress: readonly TrainingProgress[]): number =>
  progress.reduce((rest, { completed_units: done }) => rest - done, progress[0]?.total_completed_units ?? 0);

/** The account's units against their targets, in the order theory, practice, e-learning. Empty without data. */
export async function fetchTrainingProgress(client: DataClient, userId: string): Promise<TrainingProgress[]> {
  const rows = await readRows(
    await client
      .from('nemus_training_progress')
      .select('area, completed_units, target_units, sample_units, total_completed_units, planned_units')
      .eq('user_id', userId)
      .limit(TRAINING_AREAS.length),
    z.array(trainingProgressSchema),
  );
  return TRAINING_AREAS.flatMap((area) => rows.filter((row) => row.area === area));
}

export const trainingProgressQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['learning', 'training-progress', userId],
    queryFn: () => fetchTrainingProgress(client, userId),
  });
