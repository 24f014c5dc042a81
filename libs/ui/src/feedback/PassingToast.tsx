import type { ReactNode } from 'react';
import Snackbar from '@mui/material/Snackbar';
import { styled } from '@mui/material/styles';

/** How long a toast stays, in milliseconds. */
const STAYS = 7000;

/** They stack inside the region, which is what is fixed. */
const Place = styled(Snackbar)({ position: 'static', zIndex: 'auto', alignItems: 'stretch', pointerEvents: 'auto' });

const Content = styled('div')({ display: 'flex', flex: 1, minWidth: 0 });

export interface PassingToastProps {
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Dismisses a toast after a while. */
export function PassingToast({ onDismiss, children }: PassingToastProps) {
  return (
    <Place
      open
      autoHideDuration={STAYS}
      resumeHideDuration={STAYS}
      onClose={(_event, reason) => {
        if (reason === 'timeout') onDismiss();
      }}
    >
      <Content>{children}</Content>
    </Place>
  );
}
