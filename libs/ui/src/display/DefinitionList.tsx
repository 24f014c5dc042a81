import type { ReactNode } from 'react';
import { Box, Text } from '../layout/primitives';

export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
}

/** Facts about one thing: name on the left, value on the right; stacked on phones. */
export function DefinitionList({ items, dense = false }: { items: readonly Definition[]; dense?: boolean }) {
  return (
    <Box component="dl" sx={{ margin: 0 }}>
      {items.map(({ term, value }) => (
        <Box
          key={term}
          sx={(theme) => ({
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(9rem, 1fr) 2fr' },
            columnGap: 2,
            paddingBlock: dense ? 0.75 : 1.25,
            '& + &': { borderTop: `1px solid ${theme.tokens.color.border}` },
          })}
        >
          <Text as="dt" variant="small" tone="muted">
            {term}
          </Text>
          <Text as="dd" variant="body" sx={{ fontSize: '0.9375rem', overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Box>
      ))}
    </Box>
  );
}
