import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { TRAINING_AREAS, trainingProgressQuery } from '@nemus/data';
import { Loading, Section, Skeleton, Stack, Surface, Text } from '@nemus/ui';
import { TrainingBars } from '../../training/TrainingBars';

/** Theory, practice and e-learning against their targets. */
export function TrainingTargets() {
  const { userId } = useSession();
  const progress = useQuery(trainingProgressQuery(useDataClient(), userId));
  return (
    <Section title="Weiterbildungsziele">
      <QueryPart query={progress} title="Ihre Weiterbildungsziele" loading={<BarsLoading />}>
        {(parts) => (
          <Surface>
            {parts.length === 0 ? (
              <Text tone="muted">Für Ihr Konto sind noch keine Ziele hinterlegt.</Text>
            ) : (
              <TrainingBars progress={parts} />
            )}
          </Surface>
        )}
      </QueryPart>
    </Section>
  );
}

/** As high as the three bars: 21 px of text, 6 px apart, 8 px of bar. */
function BarsLoading() {
  return (
    <Surface>
      <Loading label="Ihre Weiterbildungsziele werden geladen …">
        <Stack gap={2}>
          {TRAINING_AREAS.map((area) => (
            <Skeleton key={area} height={35} />
          ))}
        </Stack>
      </Loading>
    </Surface>
  );
}
