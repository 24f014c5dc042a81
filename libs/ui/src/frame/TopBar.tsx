import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { IconButton } from '../actions/Button';
import { offPaper } from '../theme/print';

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 56,
  paddingInline: 8,
  borderBlockEnd: `1px solid ${theme.tokens.color.border}`,
  backgroundColor: theme.tokens.color.sidebar,
  [theme.breakpoints.up('md')]: { display: 'none' },
  ...offPaper,
}));

const Middle = styled('div')({ display: 'flex', alignItems: 'center', flex: 1, minWidth: 0 });

/** Bar at the top below 768 px: opens the navigation drawer. Hidden from 768 px on. */
export function TopBar({
  onMenu,
  menuOpen,
  children,
  end,
}: {
  onMenu: () => void;
  menuOpen: boolean;
  /** Logo or title. */
  children: ReactNode;
  end?: ReactNode;
}) {
  return (
    <Bar>
      <IconButton
        icon="menu"
        label="Navigation öffnen"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
      />
      <Middle>{children}</Middle>
      {end}
    </Bar>
  );
}
