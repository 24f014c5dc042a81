import type { TrainingArea, TrainingProgress } from '@nemus/data';
import { overallProgress } from './training-progress';

const part = (completed_units: number, target_units: number, area: TrainingArea = 'theory'): TrainingProgress => ({
  area,
  completed_units,
  target_units,
  sample_units: 0,
  total_completed_units: completed_units,
  planned_units: 0,
});

it.each<[string, TrainingProgress[], number]>([
  ['the sample account', [part(325, 500), part(240, 350, 'practice'), part(85, 150, 'elearning')], 63],
  ['a fresh account', [part(0, 500), part(0, 350, 'practice'), part(0, 150, 'elearning')], 0],
  ['everything reached', [part(500, 500), part(350, 350, 'practice'), part(150, 150, 'elearning')], 100],
  ['more than the target in one part', [part(900, 500), part(0, 350, 'practice'), part(0, 150, 'elearning')], 33],
  ['no record', [], 0],
])('overall progress of %s', (_case, progress, percent) => {
  expect(overallProgress(progress)).toBe(percent);
});
