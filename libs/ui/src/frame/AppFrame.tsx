import type { ReactNode } from 'react';
import { Box, Row } from '../layout/primitives';
import { offPaper } from '../theme/print';

/**
 * Sidebar next to the page, or above it on phones. The shell puts its `<main id="inhalt" tabIndex={-1}>` and the page's
 * footer inside.
 */
export function AppFrame({
  sidebar,
  topBar,
  children,
}: {
  sidebar: ReactNode;
  topBar: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box sx={{ display: { xs: 'block', md: 'flex' }, minHeight: '100dvh' }}>
      {topBar}
      {sidebar}
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          minHeight: { xs: 'calc(100dvh - 56px)', md: '100dvh' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** The last line of every page: legal links and the like. */
export function PageFooter({ children }: { children: ReactNode }) {
  return (
    <Box
      component="footer"
      sx={(theme) => ({
        marginBlockStart: 'auto',
        borderTop: `1px solid ${theme.tokens.color.border}`,
        color: theme.tokens.color.textMuted,
        fontSize: '0.8125rem',
        ...offPaper,
      })}
    >
      <Row
        gap={2.5}
        justify="center"
        sx={{ paddingInline: 2, paddingBlock: 1.25, '& a': { paddingBlock: '6px', color: 'inherit' } }}
      >
        {children}
      </Row>
    </Box>
  );
}
