import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react';
import Box from '@mui/material/Box';
import { typeStyles } from '../theme/theme';
import type { Tone, TypeVariant } from '../theme/tokens';
import { joinSx, type Sx } from './sx';

export interface PrimitiveProps extends Omit<HTMLAttributes<HTMLElement>, 'color'> {
  /** Element to draw, such as `ul`, `section` or `form`. */
  as?: ElementType;
  sx?: Sx;
  ref?: Ref<HTMLElement>;
  children?: ReactNode;
}

type Align = 'start' | 'center' | 'end' | 'stretch' | 'baseline';
type Justify = 'start' | 'center' | 'end' | 'between';
const alignOf = (align: Align) => (align === 'start' || align === 'end' ? `flex-${align}` : align);
const justifyOf = (justify: Justify) =>
  justify === 'between' ? 'space-between' : justify === 'center' ? 'center' : `flex-${justify}`;

export interface FlexProps extends PrimitiveProps {
  /** Distance between the children in steps of 8 px. */
  gap?: number;
  align?: Align;
  justify?: Justify;
}

/** Children below each other with an even distance. The first choice for every vertical arrangement. */
export function Stack({ as = 'div', gap = 2, align = 'stretch', justify = 'start', sx, ...rest }: FlexProps) {
  return (
    <Box
      component={as}
      sx={joinSx(
        {
          display: 'flex',
          flexDirection: 'column',
          gap,
          alignItems: alignOf(align),
          justifyContent: justifyOf(justify),
          minWidth: 0,
        },
        sx,
      )}
      {...rest}
    />
  );
}

/** Children beside each other; they wrap on narrow screens unless `wrap` is false. */
export function Row({
  as = 'div',
  gap = 1,
  align = 'center',
  justify = 'start',
  wrap = true,
  sx,
  ...rest
}: FlexProps & { wrap?: boolean }) {
  return (
    <Box
      component={as}
      sx={joinSx(
        {
          display: 'flex',
          flexWrap: wrap ? 'wrap' : 'nowrap',
          gap,
          alignItems: alignOf(align),
          justifyContent: justifyOf(justify),
          minWidth: 0,
        },
        sx,
      )}
      {...rest}
    />
  );
}

/**
 * Equal columns that fill the width and wrap by themselves.
 * @param min least width of a column, a CSS length
 */
export function Grid({
  as = 'div',
  min = '16rem',
  gap = 2,
  sx,
  ...rest
}: PrimitiveProps & { min?: string; gap?: number }) {
  return (
    <Box
      component={as}
      sx={joinSx({ display: 'grid', gap, gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}, 100%), 1fr))` }, sx)}
      {...rest}
    />
  );
}

export interface TextProps extends PrimitiveProps {
  /** Step of the type scale. */
  variant?: TypeVariant;
  tone?: 'default' | 'muted' | 'inherit' | Tone;
  /** Digits of equal width, for numbers that stand below each other or change. */
  numeric?: boolean;
  /** Stronger weight inside the same step. */
  strong?: boolean;
  /** One line, cut with an ellipsis. */
  truncate?: boolean;
  htmlFor?: string;
}

/** Text in a step of the type scale. Headings of a page come from `Page`, `Section` and `Card`. */
export function Text({
  as = 'p',
  variant = 'body',
  tone = 'default',
  numeric = false,
  strong = false,
  truncate = false,
  sx,
  ...rest
}: TextProps) {
  return (
    <Box
      component={as}
      sx={joinSx(
        (theme) => ({
          margin: 0,
          minWidth: 0,
          ...typeStyles(variant),
          ...(strong && { fontWeight: 620 }),
          ...(numeric && { fontVariantNumeric: 'tabular-nums lining-nums' }),
          ...(truncate && { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
          ...(tone !== 'inherit' && {
            color:
              tone === 'default'
                ? theme.tokens.color.text
                : tone === 'muted'
                  ? theme.tokens.color.textMuted
                  : theme.tokens.color.tone[tone].main,
          }),
        }),
        sx,
      )}
      {...rest}
    />
  );
}

export interface SurfaceProps extends PrimitiveProps {
  padding?: 'none' | 'small' | 'medium' | 'large';
  /** `raised` is a card on the page, `sunken` a quiet area inside a card, or a soft tone. */
  kind?: 'raised' | 'sunken' | Tone;
}

const PADDING = { none: 0, small: 1.5, medium: { xs: 2, sm: 2.5 }, large: { xs: 2.5, sm: 4 } };

/** A bordered ground for content. `Card` is the same with a heading. */
export function Surface({ as = 'div', padding = 'medium', kind = 'raised', sx, ...rest }: SurfaceProps) {
  return (
    <Box
      component={as}
      sx={joinSx(
        (theme) => {
          const { color, radius } = theme.tokens;
          const fill =
            kind === 'raised'
              ? { backgroundColor: color.surface, borderColor: color.border, color: color.text }
              : kind === 'sunken'
                ? { backgroundColor: color.sunken, borderColor: 'transparent', color: color.text }
                : {
                    backgroundColor: color.tone[kind].soft,
                    borderColor: 'transparent',
                    color: color.tone[kind].onSoft,
                  };
          return {
            border: '1px solid',
            ...fill,
            borderRadius: `${radius.card}px`,
            minWidth: 0,
            '@media print': { breakInside: 'avoid' },
          };
        },
        { padding: PADDING[padding] },
        sx,
      )}
      {...rest}
    />
  );
}

/** A hairline between two groups. */
export function Divider({ sx }: { sx?: Sx }) {
  return (
    <Box
      component="hr"
      sx={joinSx(
        (theme) => ({ border: 0, borderTop: `1px solid ${theme.tokens.color.border}`, margin: 0, width: '100%' }),
        sx,
      )}
    />
  );
}

export { Box };
