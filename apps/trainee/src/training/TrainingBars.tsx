import { TRAINING_AREA_LABELS, unitsBeyondAreas, type TrainingProgress } from '@nemus/data';
import { formatNumber, formatUnits, NBSP, ProgressBar, Stack, Text } from '@nemus/ui';

/** Theory, practice and e-learning against their targets, and how they add up to the total. */
export function TrainingBars({ progress }: { progress: readonly TrainingProgress[] }) {
  const beyond = unitsBeyondAreas(progress);
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
      {beyond > 0 && (
        <li>
          <Text variant="small" tone="muted">
            Gesamtstunden: {formatUnits(progress[0]?.total_completed_units ?? 0)}, davon {formatUnits(beyond)}{' '}
            Selbsterfahrung und angefangene Einheiten.
          </Text>
        </li>
      )}
    </Stack>
  );
}
