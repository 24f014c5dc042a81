import { TRAINING_AREA_LABELS, type TrainingProgress } from '@nemus/data';
import { formatNumber, NBSP, ProgressBar, Stack } from '@nemus/ui';

/** Theory, practice and e-learning against their targets. */
export function TrainingBars({ progress }: { progress: readonly TrainingProgress[] }) {
  return (
    <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {progress.map(({ area, completed_units, target_units }) => (
        <li key={area}>
          <ProgressBar
            label={TRAINING_AREA_LABELS[area]}
            value={completed_units}
            max={target_units}
            valueText={`${formatNumber(completed_units)} von ${formatNumber(target_units)}${NBSP}UE`}
          />
        </li>
      ))}
    </Stack>
  );
}
