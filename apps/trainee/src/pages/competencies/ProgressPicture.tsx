import { Box, Loading, ProgressRing, Skeleton, Stack, Surface, Text } from '@nemus/ui';
import { RadarChart } from '@nemus/ui/data';
import { describeProgress, meanProgress, type CompetencyState } from './competency-overview';

const twoColumns = {
  display: 'grid',
  gap: 3,
  alignItems: 'center',
  gridTemplateColumns: { xs: '1fr', lg: '3fr 2fr' },
} as const;

/** The six percentages as one shape, and the same in words. */
export function ProgressPicture({ states }: { states: readonly CompetencyState[] }) {
  return (
    <Surface>
      <Box sx={twoColumns}>
        <RadarChart
          title="Fortschritt in den sechs Kompetenzen"
          points={states.map(({ label, percentage }) => ({ label, value: percentage }))}
        />
        <Stack gap={2} align="center">
          <ProgressRing label="Durchschnittlicher Fortschritt" value={meanProgress(states)} size={120} />
          <Text tone="muted" sx={{ textAlign: 'center', maxWidth: '24rem', textWrap: 'pretty' }}>
            {describeProgress(states)}
          </Text>
        </Stack>
      </Box>
    </Surface>
  );
}

/** As high as the picture. */
export function ProgressPictureLoading() {
  return (
    <Surface>
      <Loading label="Ihr Fortschritt wird geladen …">
        <Box sx={twoColumns}>
          <Skeleton height={340} />
          <Stack gap={2} align="center">
            <Skeleton width={120} height={120} round />
            <Skeleton width="20rem" height={72} />
          </Stack>
        </Box>
      </Loading>
    </Surface>
  );
}
