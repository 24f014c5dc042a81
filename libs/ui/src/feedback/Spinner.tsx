import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { Stack, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
const breathe = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } });

/** The turning ring alone, without a name; for buttons, whose own label says what happens. */
export const Ring = styled('span', { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(({ size }) => ({
  display: 'inline-block',
  flex: 'none',
  width: size,
  height: size,
  borderRadius: '50%',
  border: `${size > 28 ? 3 : 2}px solid currentColor`,
  borderInlineEndColor: 'transparent',
  animation: `${turn} 800ms linear infinite`,
  // Without motion the ring would stand still and look broken: it breathes slowly instead.
  '@media (prefers-reduced-motion: reduce)': {
    animation: `${breathe} 2s ease-in-out infinite !important`,
    animationDuration: '2s !important',
    animationIterationCount: 'infinite !important',
  },
}));

/** Something is loading and its shape is not known. Where the shape is known, use a skeleton. */
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
      <Ring size={size} aria-hidden />
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

/** Spinner in the middle of the free space, for the time before the first page is known. */
export function FullPageSpinner({ label = 'Wird geladen …' }: { label?: string }) {
  return (
    <Stack align="center" justify="center" sx={{ minHeight: '60dvh', padding: 4 }}>
      <Spinner label={label} size={36} visibleLabel />
    </Stack>
  );
}
