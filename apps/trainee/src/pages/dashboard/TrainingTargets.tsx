import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { TRAINING_AREAS, type TrainingProgress } from '@nemus/data';
import { SampleChip, Section, Stack, Surface, Text } from '@nemus/ui';
import { COUNTED } from '../../training/training-progress';
import { TrainingBars } from '../../training/TrainingBars';
import { TrainingLinks } from '../../training/TrainingLinks';
import { BarsLoading } from './BarsLoading';

/** Theory, practice and e-learning against their targets. */
export function TrainingTargets({ progress }: { progress: UseQueryResult<TrainingProgress[]> }) {
  const isSample = progress.data?.some(({ sample_units }) => sample_units > 0) === true;
  return (
    <Section title="Weiterbildungsziele" description={COUNTED} actions={isSample && <SampleChip />}>
      <QueryPart
        query={progress}
        title="Ihre Weiterbildungsziele"
        loading={<BarsLoading label="Ihre Weiterbildungsziele werden geladen …" bars={TRAINING_AREAS.length} gap={2} />}
      >
        {(parts) => (
          <Surface>
            {parts.length === 0 ? (
              <Text tone="muted">Für Ihr Konto sind noch keine Ziele hinterlegt.</Text>
            ) : (
              <Stack gap={2}>
                <TrainingBars progress={parts} />
                <TrainingLinks />
              </Stack>
            )}
          </Surface>
        )}
      </QueryPart>
    </Section>
  );
}
