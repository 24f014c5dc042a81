import type { TrainingProgress } from '@nemus/data';

/** What affects the three figures, in the words of their pages. */
export const COUNTED =
  'Es zählen besuchte Termine, abgeschlossenes E-Learning, Zertifikate und bestätigte Logbucheinträge.';

/** Percentage of a target, 0 to 100. A surplus counts as 100. */
function shareOf({ completed_units, target_units }: TrainingProgress): number {
  return target_units > 0 ? Math.min(100, (completed_units / target_units) * 100) : 0;
}

/**
 * Overall progress: the mean of the three percentages (S-3.9), rounded once at the end, so that
 * 325 of 500, 240 of 350 and 85 of 150 units are 63.
 */
export function overallProgress(progress: readonly TrainingProgress[]): number {
  if (progress.length === 0) return 0;
  return Math.round(progress.reduce((sum, part) => sum + shareOf(part), 0) / progress.length);
}
