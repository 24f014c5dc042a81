import { useId, type ElementType, type ReactNode } from 'react';
import { Grid, Row, Stack, Surface, Text } from './primitives';
import { joinSx, type Sx } from './sx';

export interface CardProps {
  title?: ReactNode;
  /** Level of the title in the page's outline: 2 directly below the page, 3 inside a `Section`. */
  level?: 2 | 3 | 4;
  /** One line below the title. */
  subtitle?: ReactNode;
  /** Chips or a small button to the right of the title; below it when both do not fit on one line. */
  aside?: ReactNode;
  /** Buttons at the bottom; aligned within a grid. */
  footer?: ReactNode;
  /** `li` inside a list of cards. */
  as?: ElementType;
  sx?: Sx;
  children?: ReactNode;
}

/** A card that spans several sheets repeats its title on each: browsers repeat the head of a table. */
const onPaper = { '@media print': { display: 'table', width: '100%', '& > * + *': { marginBlockStart: 1.5 } } };
const headOnPaper = { '@media print': { display: 'table-header-group', breakInside: 'avoid' } };

/** One item of a list or one topic of a page, on a bordered surface. */
export function Card({ title, level = 3, subtitle, aside, footer, as = 'article', sx, children }: CardProps) {
  const id = useId();
  const titled = title !== undefined;
  return (
    <Surface
      as={as}
      aria-labelledby={titled && as !== 'div' && as !== 'li' ? id : undefined}
      sx={joinSx({ display: 'flex', flexDirection: 'column', gap: 2, ...onPaper }, sx)}
    >
      {titled || aside !== undefined ? (
        <Stack gap={0.25} sx={headOnPaper}>
          <Row justify="between" align="start" gap={1}>
            {titled ? (
              <Text
                as={`h${level}`}
                variant="subheading"
                id={id}
                sx={{ flex: '1 1 11rem', hyphens: 'auto', textWrap: 'pretty' }}
              >
                {title}
              </Text>
            ) : null}
            {aside === undefined ? null : (
              <Row gap={0.5} sx={{ flex: '0 1 auto' }}>
                {aside}
              </Row>
            )}
          </Row>
          {subtitle === undefined ? null : (
            <Text variant="small" tone="muted">
              {subtitle}
            </Text>
          )}
        </Stack>
      ) : null}
      {children}
      {footer === undefined ? null : <Row sx={{ marginBlockStart: 'auto', paddingBlockStart: 0.5 }}>{footer}</Row>}
    </Surface>
  );
}

/**
 * Cards of equal width that fill the row and wrap; a single one keeps a readable width. With `label` it is a list: give
 * every `Card` `as="li"`.
 * @param min least width of a card, a CSS length
 */
export function CardGrid({
  min = '18rem',
  gap = 2,
  label,
  children,
  sx,
}: {
  min?: string;
  gap?: number;
  label?: string;
  children: ReactNode;
  sx?: Sx;
}) {
  const list = label !== undefined;
  return (
    <Grid
      as={list ? 'ul' : 'div'}
      role={list ? 'list' : undefined}
      aria-label={label}
      min={min}
      gap={gap}
      sx={joinSx({ listStyle: 'none', padding: 0, margin: 0, '& > :only-child': { maxWidth: '36rem' } }, sx)}
    >
      {children}
    </Grid>
  );
}
