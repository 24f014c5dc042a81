import { useId } from 'react';
import { Box, Text } from '../layout/primitives';

/**
 * The mark: an "n" of two arcs, the smaller one inside the shelter of the larger.
 * @param size edge in px
 */
export function LogoMark({ size = 32, tone = 'primary' }: { size?: number; tone?: 'primary' | 'onPanel' }) {
  return (
    <Box
      component="svg"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden
      sx={(theme) => {
        const { color } = theme.tokens;
        const onPanel = tone === 'onPanel';
        return {
          flex: 'none',
          display: 'block',
          '& .ground': { fill: onPanel ? color.onBrandPanel : color.tone.primary.main },
          '& .line': { stroke: onPanel ? color.brandPanel : color.onMain },
          '& .dot': { fill: onPanel ? color.logoDotOnPanel : color.logoDot },
        };
      }}
    >
      <rect className="ground" width="32" height="32" rx="9" />
      <path className="line" d="M8.5 24V16a7.5 7.5 0 0 1 15 0v8" fill="none" strokeWidth="3" strokeLinecap="round" />
      <circle className="dot" cx="16" cy="21.5" r="2.75" />
    </Box>
  );
}

/** Mark and name of the portal. Announced as "Nemus". */
export function Logo({ size = 32, tone = 'primary' }: { size?: number; tone?: 'primary' | 'onPanel' }) {
  const id = useId();
  return (
    <Box
      component="span"
      role="img"
      aria-labelledby={id}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: `${Math.round(size * 0.34)}px` }}
    >
      <LogoMark size={size} tone={tone} />
      <Text
        as="span"
        id={id}
        tone="inherit"
        sx={(theme) => ({
          color: tone === 'onPanel' ? theme.tokens.color.onBrandPanel : theme.tokens.color.text,
          fontSize: size * 0.72,
          lineHeight: 1,
          fontWeight: 680,
          letterSpacing: '-0.035em',
        })}
      >
        Nemus
      </Text>
    </Box>
  );
}
