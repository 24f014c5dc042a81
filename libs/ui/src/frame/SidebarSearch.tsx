import { useContext } from 'react';
import { styled } from '@mui/material/styles';
import { IconButton } from '../actions/Button';
import { Icon } from '../icons/Icon';
import { Box } from '../layout/primitives';
import { Keys } from '../text/Keys';
import { focusRing } from '../theme/theme';
import { IconModeContext } from './SidebarEntries';

const Look = styled('button')(({ theme }) => {
  const { color, radius } = theme.tokens;
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    width: '100%',
    minHeight: 40,
    paddingInline: 12,
    border: `1px solid ${color.borderStrong}`,
    borderRadius: radius.control,
    backgroundColor: color.surface,
    color: color.textMuted,
    font: 'inherit',
    fontSize: '0.9375rem',
    cursor: 'pointer',
    '&:hover': { color: color.text },
    '&:focus-visible': focusRing(theme),
  };
});

/** Opens the portal-wide search; looks like a field, but is a button. In icon mode only the icon. */
export function SidebarSearch({
  label,
  keys,
  shortcut,
  onOpen,
}: {
  label: string;
  /** The shortcut that also opens it, as labelled on the keyboard; left out when shortcuts are off. */
  keys?: readonly string[] | undefined;
  /** The same for assistive technology (`aria-keyshortcuts`). */
  shortcut?: string | undefined;
  onOpen: () => void;
}) {
  const iconMode = useContext(IconModeContext);
  const props = { 'aria-haspopup': 'dialog' as const, 'aria-keyshortcuts': shortcut, onClick: onOpen };
  if (iconMode) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', paddingBlockEnd: 0.5 }}>
        <IconButton icon="search" label={label} size="small" {...props} />
      </Box>
    );
  }
  return (
    <Box sx={{ paddingInline: 1.25, paddingBlockEnd: 0.5 }}>
      <Look type="button" {...props}>
        <Icon name="search" size={18} />
        <span style={{ flex: 1, textAlign: 'start' }}>{label}</span>
        {keys === undefined ? null : (
          <span aria-hidden>
            <Keys keys={keys} />
          </span>
        )}
      </Look>
    </Box>
  );
}
