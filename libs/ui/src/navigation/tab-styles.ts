import type { Theme } from '@mui/material/styles';
import { typeStyles } from '../theme/theme';

/** The line below a row of tabs. */
export const tabRowStyles = (theme: Theme) => ({
  minHeight: 0,
  // Room for the focus ring inside the scrolled box.
  padding: '3px 3px 0',
  margin: '-3px -3px 0',
  boxShadow: `inset 0 -1px 0 ${theme.tokens.color.border}`,
});

/** @param selected what the selected tab has: a class or an attribute */
export const tabStyles = (theme: Theme, selected: string) => ({
  ...typeStyles('label'),
  minWidth: 0,
  minHeight: 44,
  padding: '0 12px',
  borderRadius: `${theme.tokens.radius.small}px ${theme.tokens.radius.small}px 0 0`,
  borderBottom: '2px solid transparent',
  color: theme.tokens.color.textMuted,
  '&:hover': { color: theme.tokens.color.text },
  '&:focus-visible': { outlineOffset: -3 },
  [`&${selected}`]: {
    color: theme.tokens.color.tone.primary.main,
    borderBottomColor: theme.tokens.color.tone.primary.main,
  },
  '@media (forced-colors: active)': {
    borderBottomColor: 'Canvas',
    [`&${selected}`]: { borderBottomColor: 'Highlight' },
  },
});

export const panelStyles = { minWidth: 0, paddingBlockStart: 20, '&:focus-visible': { outlineOffset: 4 } } as const;
