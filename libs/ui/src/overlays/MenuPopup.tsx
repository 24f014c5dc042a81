import MuiMenu from '@mui/material/Menu';
import type { ReactNode } from 'react';
import MuiMenuItem from '@mui/material/MenuItem';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';

export interface MenuAction {
  readonly label: ReactNode;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** The selected one of a set, such as the colour scheme. */
  readonly selected?: boolean;
}

export interface MenuPopupProps {
  readonly id: string;
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly MenuAction[];
  /** The button that opened it; null when it is closed. */
  readonly anchor: HTMLElement | null;
  readonly above: boolean;
  readonly onClose: () => void;
}

/** The list of a `Menu`. */
export function MenuPopup({ id, label, items, anchor, above, onClose }: MenuPopupProps) {
  return (
    <MuiMenu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: above ? 'top' : 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: above ? 'bottom' : 'top', horizontal: 'left' }}
      slotProps={{
        list: { id, 'aria-label': label, sx: { padding: 0.5 } },
        paper: {
          sx: (theme) => ({
            minWidth: 200,
            marginBlock: 0.5,
            border: `1px solid ${theme.tokens.color.border}`,
            borderRadius: `${theme.tokens.radius.control}px`,
            boxShadow: theme.tokens.color.shadow,
          }),
        },
      }}
    >
      {items.map((item, index) => (
        <MuiMenuItem
          key={index}
          disabled={item.disabled}
          role={item.selected === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.selected}
          onClick={() => {
            onClose();
            item.onSelect();
          }}
          sx={(theme) => ({
            gap: 1.25,
            minHeight: 40,
            paddingInline: 1.25,
            borderRadius: `${theme.tokens.radius.small}px`,
            fontSize: '0.9375rem',
            color: item.danger === true ? theme.tokens.color.tone.error.main : theme.tokens.color.text,
            '&:hover, &.Mui-focusVisible': { backgroundColor: theme.tokens.color.sunken },
            '&.Mui-focusVisible': { outlineOffset: -2 },
          })}
        >
          {item.icon === undefined ? null : <Icon name={item.icon} size={18} />}
          <span style={{ flex: 1 }}>{item.label}</span>
          {item.selected === true ? <Icon name="check" size={18} /> : null}
        </MuiMenuItem>
      ))}
    </MuiMenu>
  );
}
