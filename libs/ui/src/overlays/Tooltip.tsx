import type { ReactElement } from 'react';
import MuiTooltip from '@mui/material/Tooltip';

/**
 * A short explanation of a control, on hover and on focus. Never put essential text here: it does not exist on a phone.
 * The child must be able to take a ref and the focus.
 */
export function Tooltip({
  title,
  placement = 'top',
  anchor,
  children,
}: {
  /** Nothing is shown for an empty text. */
  title: string;
  placement?: 'top' | 'right' | 'bottom' | 'left';
  /** Where it is shown, if at a part of the child. */
  anchor?: Element;
  children: ReactElement;
}) {
  return (
    <MuiTooltip
      title={title}
      placement={placement}
      describeChild
      enterDelay={300}
      slotProps={{
        popper: anchor ? { anchorEl: anchor } : {},
        tooltip: {
          sx: (theme) => ({
            ...theme.typography.caption,
            fontWeight: 500,
            maxWidth: 280,
            padding: '6px 10px',
            borderRadius: `${theme.tokens.radius.small}px`,
            backgroundColor: theme.tokens.color.text,
            color: theme.tokens.color.canvas,
            border: '1px solid transparent',
          }),
        },
      }}
    >
      {children}
    </MuiTooltip>
  );
}
