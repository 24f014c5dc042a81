import type { ReactNode } from 'react';
import { Box, Icon } from '@nemus/ui';

/**
 * Help text: a question that expands its answer, by click, touch or key. Use it for all explanations next to a form or
 * a choice, but show text that must be read before a decision.
 */
export function HelpText({ question, children }: { question: string; children: ReactNode }) {
  return (
    <Box component="details" sx={{ '@media print': { display: 'none' } }}>
      <Box
        component="summary"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: '6px',
          minHeight: 32,
          listStyle: 'none',
          cursor: 'pointer',
          borderRadius: '4px',
          color: 'primary.main',
          fontSize: '0.875rem',
          fontWeight: 520,
          '&::-webkit-details-marker': { display: 'none' },
          '&:hover': { textDecoration: 'underline' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <Icon name="help" size={18} />
        {question}
      </Box>
      <Box
        sx={{
          paddingBlock: 1,
          maxWidth: '42rem',
          fontSize: '0.875rem',
          color: 'text.secondary',
          '& p': { margin: 0 },
          '& p + p': { marginBlockStart: 1 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
