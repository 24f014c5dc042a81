import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  competencyProgressQuery,
  TRAINING_AREA_LABELS,
  trainingProgressQuery,
  unitsBeyondAreas,
} from '@nemus/data';
import {
  Card,
  formatNumber,
  formatUnits,
  Grid,
  NBSP,
  ProgressBar,
  SampleChip,
  Section,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';

/** Progress of a linked trainee in the portal, shared by accepting the invitation. */
export function SharedProgress({ userId }: { userId: string }) {
  const client = useDataClient();
  const training = useQuery(trainingProgressQuery(client, userId));
  const competencies = useQuery(competencyProgressQuery(client, userId));
  return (
    <Section title="Fortschritt im Portal" description="Von der Person geteilt, seit sie die Einladung angenommen hat.">
      <Grid min="22rem" gap={2}>
        <QueryPart query={training} title="Stand nach Bereichen" loading={<SkeletonCard />}>
          {(areas) => (
            <Card
              title="Bereiche"
              as="div"
              aside={areas.some(({ sample_units }) => sample_units > 0) && <SampleChip />}
            >
              {areas.length === 0 ? (
                <Text variant="small" tone="muted">
                  Noch keine Einheiten erfasst.
                </Text>
              ) : (
                <Stack gap={2}>
                  {areas.map(({ area, completed_units, target_units }) => (
                    <ProgressBar
                      key={area}
                      label={TRAINING_AREA_LABELS[area]}
                      value={completed_units}
                      max={target_units}
                      valueText={`${formatNumber(completed_units)} von ${formatNumber(target_units)}${NBSP}UE`}
                    />
                  ))}
                  {unitsBeyondAreas(areas) > 0 && (
                    <Text variant="small" tone="muted">
                      Absolvierte Stunden: {formatUnits(areas[0]?.total_completed_units ?? 0)}, davon{' '}
                      {formatUnits(unitsBeyondAreas(areas))} Selbsterfahrung und angefangene Einheiten.
                    </Text>
                  )}
                </Stack>
              )}
            </Card>
          )}
        </QueryPart>
        <QueryPart query={competencies} title="Stand nach Kompetenzen" loading={<SkeletonCard />}>
          {(progress) => (
            <Card title="Kompetenzen" as="div" aside={progress.isSample && <SampleChip />}>
              <Stack gap={1.5}>
                {COMPETENCIES.map((key) => (
                  <ProgressBar key={key} thin label={COMPETENCY_LABELS[key]} value={progress[key]} />
                ))}
              </Stack>
            </Card>
          )}
        </QueryPart>
      </Grid>
    </Section>
  );
}
