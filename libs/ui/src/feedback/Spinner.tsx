import { keyframes } from '@emotion/react';
import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import { Stack, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

const breathe = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } });

const Turning = styled(CircularProgress)({
  flex: 'none',
  animationDuration: '800ms',
  // Without motion the ring would look broken: it fades slowly instead.
  '@media (prefers-reduced-motion: reduce)': {
    animation: `${breathe} 2s ease-in-out infinite !important`,
    animationDuration: '2s !important',
    animationIterationCount: 'infinite !important',
  },
});

/** The spinner alone, without a name: the component around it says what is happening, as a button's label does. */
export function Ring({ size }: { size: number }) {
  return (
    <Turning aria-hidden disableShrink color="inherit" size={size} thickness={(44 * (size > 28 ? 3 : 2)) / size} />
  );
}

/** Something of unknown shape is loading. For a known shape, use a skeleton. */
export function Spinner({
  label = 'Wird geladen …',
  size = 24,
  visibleLabel = false,
}: {
  label?: string;
  size?: number;
  visibleLabel?: boolean;
}) {
  return (
    <Stack role="status" as="span" align="center" gap={1.5} sx={{ display: 'inline-flex', color: 'primary.main' }}>
      <Ring size={size} />
      {visibleLabel ? (
        <Text as="span" variant="small" tone="muted">
          {label}
        </Text>
      ) : (
        <VisuallyHidden>{label}</VisuallyHidden>
      )}
    </Stack>
  );
}

/** Spinner centred in the free space, until the first page is known. */
export function FullPageSpinner({ label = 'Wird geladen …' }: { label?: string }) {
  return (
    <Stack align="center" justify="center" sx={{ minHeight: '60dvh', padding: 4 }}>
      <Spinner label={label} size={36} visibleLabel />
    </Stack>
  );
}
