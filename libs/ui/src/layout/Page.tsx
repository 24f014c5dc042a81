import { useId, type ReactNode } from 'react';
import { Box, Row, Stack, Text } from './primitives';
import type { Sx } from './sx';

const WIDTH = { narrow: '44rem', default: '72rem', wide: '92rem' } as const;

export interface PageProps {
  /** The page's `h1`. */
  title: ReactNode;
  /** One or two sentences: the purpose of this page. */
  intro?: ReactNode;
  /** Buttons of the whole page, at most two. */
  actions?: ReactNode;
  /** `Breadcrumbs` or a back link, above the title. */
  above?: ReactNode;
  /** `narrow` for forms and reading, `wide` for tables. */
  width?: keyof typeof WIDTH;
  children?: ReactNode;
}

/** Frame of every page next to the sidebar: title, intro, actions, and consistent spacing. */
export function Page({ title, intro, actions, above, width = 'default', children }: PageProps) {
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: WIDTH[width],
        marginInline: 'auto',
        paddingInline: { xs: 2, sm: 3, lg: 5 },
        paddingBlock: { xs: 3, md: 5 },
        '@media print': { padding: 0, maxWidth: 'none' },
      }}
    >
      <Stack gap={4}>
        <Stack as="header" gap={1.5}>
          {above}
          <Row justify="between" align="start" gap={2}>
            <Stack gap={0.75} sx={{ flex: '1 1 20rem', maxWidth: '46rem' }}>
              <Text as="h1" variant="title" tabIndex={-1} sx={{ textWrap: 'balance' }}>
                {title}
              </Text>
              {intro === undefined ? null : <Text tone="muted">{intro}</Text>}
            </Stack>
            {actions === undefined ? null : <Row sx={{ paddingBlockStart: 0.25 }}>{actions}</Row>}
          </Row>
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}

/** A titled part of a page (`h2`), announced as a region by its title. */
export function Section({
  title,
  description,
  actions,
  children,
  sx,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  sx?: Sx;
}) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap={2} sx={sx}>
      <Row justify="between" align="end" gap={1.5}>
        <Stack gap={0.25} sx={{ flex: '1 1 16rem' }}>
          <Text as="h2" variant="heading" id={id}>
            {title}
          </Text>
          {description === undefined ? null : (
            <Text variant="small" tone="muted">
              {description}
            </Text>
          )}
        </Stack>
        {actions === undefined ? null : <Row>{actions}</Row>}
      </Row>
      {children}
    </Stack>
  );
}
