import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { trainingProgressQuery } from '@nemus/data';
import { Box, Card, ProgressRing, Row, SampleChip, SkeletonCard, Text } from '@nemus/ui';
import { COUNTED, overallProgress } from '../../training/training-progress';
import { TrainingBars } from '../../training/TrainingBars';
import { TrainingLinks } from '../../training/TrainingLinks';

/** Three progress bars and their mean. */
export function TrainingProgressPart() {
  const { userId } = useSession();
  const progress = useQuery(trainingProgressQuery(useDataClient(), userId));
  return (
    <QueryPart query={progress} title="Ihr Weiterbildungsstand" loading={<SkeletonCard lines={6} />}>
      {(parts) => (
        <Card
          level={2}
          title="Weiterbildungsstand"
          aside={parts.some(({ sample_units }) => sample_units > 0) && <SampleChip />}
          subtitle={COUNTED}
          footer={parts.length > 0 ? <TrainingLinks /> : undefined}
        >
          {parts.length === 0 ? (
            <Text tone="muted">Für Ihr Konto sind noch keine Ziele hinterlegt.</Text>
          ) : (
            <Row gap={3} align="center">
              <ProgressRing label="Gesamtfortschritt" value={overallProgress(parts)} size={112} />
              <Box sx={{ flex: '1 1 14rem' }}>
                <TrainingBars progress={parts} />
              </Box>
            </Row>
          )}
        </Card>
      )}
    </QueryPart>
  );
}
