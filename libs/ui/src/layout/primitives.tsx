import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react';
import { jsx, type CSSObject } from '@emotion/react';
import Box from '@mui/material/Box';
import { useTheme, type Theme } from '@mui/material/styles';
import { typeStyles } from '../theme/theme';
import type { Tone, TypeVariant } from '../theme/tokens';
import { cachedStyles } from './cached-styles';
import type { Sx } from './sx';

export interface PrimitiveProps extends Omit<HTMLAttributes<HTMLElement>, 'color'> {
  /** Element to render, such as `ul`, `section` or `form`. */
  as?: ElementType;
  sx?: Sx;
  ref?: Ref<HTMLElement>;
  children?: ReactNode;
}

/**
 * Renders an element with cached styles, followed by the caller's own.
 * @param of the component, with all values that affect its styles
 */
function Styled({
  as,
  of,
  styles,
  sx,
  ...rest
}: PrimitiveProps & { as: ElementType; of: readonly unknown[]; styles: (theme: Theme) => CSSObject }) {
  const theme = useTheme();
  const own = cachedStyles(theme, of.join(), styles);
  return jsx(as, { ...rest, css: sx === undefined ? own : [own, theme.unstable_sx(sx)] });
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

/** Children below each other with even spacing. The first choice for every vertical layout. */
export function Stack({ as = 'div', gap = 2, align = 'stretch', justify = 'start', sx, ...rest }: FlexProps) {
  return (
    <Styled
      as={as}
      sx={sx}
      of={['stack', gap, align, justify]}
      styles={({ spacing }) => ({
        display: 'flex',
        flexDirection: 'column',
        gap: spacing(gap),
        alignItems: alignOf(align),
        justifyContent: justifyOf(justify),
        minWidth: 0,
      })}
      {...rest}
    />
  );
}

/** Children side by side; they wrap on narrow screens unless `wrap` is false. */
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
    <Styled
      as={as}
      sx={sx}
      of={['row', gap, align, justify, wrap]}
      styles={({ spacing }) => ({
        display: 'flex',
        flexWrap: wrap ? 'wrap' : 'nowrap',
        gap: spacing(gap),
        alignItems: alignOf(align),
        justifyContent: justifyOf(justify),
        minWidth: 0,
      })}
      {...rest}
    />
  );
}

/**
 * Equal columns that fill the width and wrap.
 * @param min minimum width of a column, a CSS length
 */
export function Grid({
  as = 'div',
  min = '16rem',
  gap = 2,
  sx,
  ...rest
}: PrimitiveProps & { min?: string; gap?: number }) {
  return (
    <Styled
      as={as}
      sx={sx}
      of={['grid', gap, min]}
      styles={({ spacing }) => ({
        display: 'grid',
        gap: spacing(gap),
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}, 100%), 1fr))`,
      })}
      {...rest}
    />
  );
}

export interface TextProps extends PrimitiveProps {
  /** Step of the type scale. */
  variant?: TypeVariant;
  tone?: 'default' | 'muted' | 'inherit' | Tone;
  /** Digits of equal width, for aligned or changing numbers. */
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
    <Styled
      as={as}
      sx={sx}
      of={['text', variant, tone, numeric, strong, truncate]}
      styles={(theme) => ({
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
      })}
      {...rest}
    />
  );
}

export interface SurfaceProps extends PrimitiveProps {
  padding?: 'none' | 'small' | 'medium' | 'large';
  /** `raised` is a card on the page, `sunken` a quiet area inside a card, or a soft tone. */
  kind?: 'raised' | 'sunken' | Tone;
}

/** In steps of 8 px: on phones, and on wider screens. */
const PADDING = { none: [0, 0], small: [1.5, 1.5], medium: [2, 2.5], large: [2.5, 4] } as const;

/** A bordered surface for content. `Card` is the same with a heading. */
export function Surface({ as = 'div', padding = 'medium', kind = 'raised', sx, ...rest }: SurfaceProps) {
  return (
    <Styled
      as={as}
      sx={sx}
      of={['surface', padding, kind]}
      styles={(theme) => {
        const { color, radius } = theme.tokens;
        const [narrow, wide] = PADDING[padding];
        const fill =
          kind === 'raised'
            ? { backgroundColor: color.surface, borderColor: color.border, color: color.text }
            : kind === 'sunken'
              ? { backgroundColor: color.sunken, borderColor: 'transparent', color: color.text }
              : { backgroundColor: color.tone[kind].soft, borderColor: 'transparent', color: color.tone[kind].onSoft };
        return {
          border: '1px solid',
          ...fill,
          borderRadius: `${radius.card}px`,
          minWidth: 0,
          '@media print': { breakInside: 'avoid' },
          padding: theme.spacing(narrow),
          ...(wide !== narrow && { [theme.breakpoints.up('sm')]: { padding: theme.spacing(wide) } }),
        };
      }}
      {...rest}
    />
  );
}

/** A hairline between two groups. */
export function Divider({ sx }: { sx?: Sx }) {
  return (
    <Styled
      as="hr"
      of={['divider']}
      styles={(theme) => ({
        border: 0,
        borderTop: `1px solid ${theme.tokens.color.border}`,
        margin: 0,
        width: '100%',
      })}
      sx={sx}
    />
  );
}

export { Box };
