import type { ReactNode } from 'react';
import MuiSkeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { CardGrid } from '../layout/Card';
import { NARROW_TILE } from '../layout/narrow-tile';
import { Row, Stack, Surface } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

const Bar = styled(MuiSkeleton, { shouldForwardProp: (prop) => prop !== 'round' })<{ round: boolean }>(
  ({ theme, round }) => ({
    maxWidth: '100%',
    flex: 'none',
    borderRadius: round ? theme.tokens.radius.pill : theme.tokens.radius.small,
    backgroundColor: theme.tokens.color.track,
    '@media (forced-colors: active)': { border: '1px solid GrayText' },
  }),
);

/** A bar in place of loading content. Compose shapes of the content's height. */
export function Skeleton({
  width = '100%',
  height = 16,
  round = false,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) {
  return <Bar variant="rectangular" width={width} height={height} round={round} />;
}

/** Wraps skeletons: announces the loading once and hides the bars. */
export function Loading({ label = 'Wird geladen …', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const WIDTHS = ['100%', '94%', '98%', '88%'];

/** Lines of text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Loading>
      <Lines lines={lines} />
    </Loading>
  );
}

function Lines({ lines }: { lines: number }) {
  return (
    <Stack gap={1}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          height={14}
          width={line === lines - 1 && lines > 1 ? '62%' : WIDTHS[line % WIDTHS.length]}
        />
      ))}
    </Stack>
  );
}

/**
 * Cards of a list, six by default (the catalogue's number).
 * @param min minimum width, as in the following `CardGrid`
 * @param lines lines of text in each card
 */
export function SkeletonCards({
  count = 6,
  lines = 3,
  min = '18rem',
}: {
  count?: number;
  lines?: number;
  min?: string;
}) {
  return (
    <Loading>
      <CardGrid min={min}>
        {Array.from({ length: count }, (_, card) => (
          <OneCard key={card} lines={lines} />
        ))}
      </CardGrid>
    </Loading>
  );
}

/** One card. */
export function SkeletonCard({ lines = 3 }: { lines?: number }) {
  return (
    <Loading>
      <OneCard lines={lines} />
    </Loading>
  );
}

function OneCard({ lines }: { lines: number }) {
  return (
    <Surface>
      <Stack gap={2}>
        <Skeleton height={20} width="70%" />
        <Row gap={0.75}>
          <Skeleton height={24} width={88} round />
          <Skeleton height={24} width={64} round />
        </Row>
        <Lines lines={lines} />
        <Skeleton height={40} width={132} />
      </Stack>
    </Surface>
  );
}

/** A row of `StatTile`s, of the same height as these. */
export function SkeletonTiles({
  count = 4,
  min = '12rem',
  height = 84,
}: {
  count?: number;
  min?: string;
  /** Content height of a tile from tablets on, in pixels: more than the default when names or hints take two lines. */
  height?: number;
}) {
  return (
    <Loading>
      <CardGrid min={min}>
        {Array.from({ length: count }, (_, tile) => (
          <Surface key={tile} sx={{ padding: { xs: 1.5, sm: 2.25 }, containerType: 'inline-size' }}>
            <Stack gap={1.5} sx={{ height: { xs: 40, sm: height }, [NARROW_TILE]: { height }, overflow: 'hidden' }}>
              <Skeleton height={16} width="60%" />
              <Skeleton height={28} width="40%" />
              <Skeleton height={12} width="75%" />
            </Stack>
          </Surface>
        ))}
      </CardGrid>
    </Loading>
  );
}

/** Rows of a table or list. */
export function SkeletonRows({ count = 5, height = 44 }: { count?: number; height?: number }) {
  return (
    <Loading>
      <Stack gap={1}>
        {Array.from({ length: count }, (_, row) => (
          <Skeleton key={row} height={height} />
        ))}
      </Stack>
    </Loading>
  );
}
