import {
  createContext,
  useContext,
  useState,
  type ComponentPropsWithoutRef,
  type ElementType,
  type ReactNode,
} from 'react';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { Box, Divider } from '../layout/primitives';
import { Tooltip } from '../overlays/Tooltip';
import { typeStyles } from '../theme/theme';

/** True while the sidebar shows icons only. */
export const IconModeContext = createContext(false);

/**
 * The list has the styles of its entries, and one tooltip serves them all: a portal may have a hundred areas, and every
 * entry delays the first page.
 */
const List = styled('ul', { shouldForwardProp: (prop) => prop !== 'iconMode' && prop !== 'as' })<{
  iconMode: boolean;
}>(({ theme, iconMode }) => {
  const { color, radius } = theme.tokens;
  return {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    minWidth: 0,
    listStyle: 'none',
    padding: 0,
    margin: 0,
    '& > li > a': {
      ...typeStyles('label'),
      fontSize: '0.9375rem',
      fontWeight: 520,
      display: 'flex',
      alignItems: 'center',
      justifyContent: iconMode ? 'center' : 'flex-start',
      gap: 12,
      minHeight: 40,
      paddingInline: iconMode ? 0 : 12,
      borderRadius: radius.control,
      color: color.textMuted,
      textDecoration: 'none',
      transition: 'background-color 120ms, color 120ms',
      '&:hover': { backgroundColor: color.border, color: color.text },
      '&:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
      '&[aria-current="page"]': {
        backgroundColor: color.tone.primary.soft,
        color: color.tone.primary.onSoft,
        fontWeight: 620,
      },
      '@media (forced-colors: active)': { '&[aria-current="page"]': { outline: '1px solid Highlight' } },
    },
  };
});

/** Below its entry's name. */
const Note = styled('span')({ display: 'block', fontSize: '0.75rem', fontWeight: 450, lineHeight: 1.2 });

/** The sidebar's navigation with its lists. */
export function SidebarEntries({ children }: { children: ReactNode }) {
  const iconMode = useContext(IconModeContext);
  const [pointed, setPointed] = useState<Element | null>(null);
  const point = ({ target }: { target: EventTarget }) => {
    const entry = iconMode && target instanceof Element ? target.closest('a') : null;
    if (entry) setPointed(entry);
  };
  return (
    <Box
      component="nav"
      aria-label="Hauptnavigation"
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', padding: iconMode ? 0.5 : 1.25 }}
    >
      <Tooltip
        title={iconMode ? (pointed?.getAttribute('aria-label') ?? '') : ''}
        placement="right"
        anchor={pointed ?? undefined}
      >
        {/* The tooltip belongs to an entry, which has its own name; it must not describe the list. */}
        <div title={undefined} aria-describedby={undefined} onMouseOver={point} onFocus={point}>
          {children}
        </div>
      </Tooltip>
    </Box>
  );
}

/** A list of `SidebarItem`s. @param label its name, if the sidebar has several */
export function SidebarList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <List iconMode={useContext(IconModeContext)} aria-label={label}>
      {children}
    </List>
  );
}

/** Between two lists of the sidebar. A separator outside the lists is not counted as an entry. */
export function SidebarDivider() {
  return <Divider sx={{ marginBlock: 1.25, marginInline: 0.5 }} />;
}

export type SidebarItemProps<C extends ElementType = 'a'> = {
  icon: IconName | (string & {});
  label: string;
  /** A word about the entry's state: "abgeschaltet". Read out with the name. */
  note?: string;
  /** The open page is at or below this entry. */
  active?: boolean;
  /** The router's link; with it comes its own `to`. */
  component?: C;
} & Omit<ComponentPropsWithoutRef<C>, 'icon' | 'label' | 'note' | 'active' | 'component' | 'children'>;

/** One entry. In icon mode its name is read out and shown as a tooltip. */
export function SidebarItem<C extends ElementType = 'a'>({
  icon,
  label,
  note,
  active = false,
  component,
  ...rest
}: SidebarItemProps<C>) {
  const iconMode = useContext(IconModeContext);
  const Entry: ElementType = component ?? 'a';
  return (
    <li>
      <Entry
        {...rest}
        aria-label={note === undefined ? (iconMode ? label : undefined) : `${label}, ${note}`}
        aria-current={active ? 'page' : undefined}
      >
        <Icon name={icon} size={20} />
        {iconMode ? null : note === undefined ? (
          label
        ) : (
          <span>
            {label}
            <Note>{note}</Note>
          </span>
        )}
      </Entry>
    </li>
  );
}
