import type { ReactNode } from 'react';
import MuiDrawer from '@mui/material/Drawer';
import type { Theme } from '@mui/material/styles';
import { sidebar } from '../theme/tokens';

export interface SideDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The side navigation of a phone. */
export function SideDrawer({ open, onClose, children }: SideDrawerProps) {
  return (
    <MuiDrawer
      open={open}
      onClose={onClose}
      slotProps={{
        backdrop: { sx: (theme: Theme) => ({ backgroundColor: theme.tokens.color.backdrop }) },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': 'Navigation',
          sx: (theme: Theme) => ({
            width: `min(${sidebar.drawer}, 88vw)`,
            backgroundColor: theme.tokens.color.sidebar,
            border: 0,
          }),
        },
      }}
    >
      {children}
    </MuiDrawer>
  );
}
