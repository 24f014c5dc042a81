import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { Box } from '../layout/primitives';
import { offPaper } from '../theme/print';
import { focusRing } from '../theme/theme';

const Disclosure = styled('details')({ ...offPaper });
const Question = styled('summary')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  listStyle: 'none',
  cursor: 'pointer',
  borderRadius: 4,
  color: theme.tokens.color.tone.primary.main,
  fontSize: '0.875rem',
  fontWeight: 520,
  '&::-webkit-details-marker': { display: 'none' },
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': focusRing(theme),
}));

/**
 * Help where people stop: a question that opens its answer below, by click, touch or key. The one way to explain
 * something beside a form or a choice; what must be read before deciding stands there openly instead.
 */
export function HelpText({ question, children }: { question: string; children: ReactNode }) {
  return (
    <Disclosure>
      <Question>
        <Icon name="help" size={18} />
        {question}
      </Question>
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
    </Disclosure>
  );
}
