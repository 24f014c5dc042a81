import { memo } from 'react';
import { isBelow, type MenuItem } from '@nemus/registry';
import { SidebarItem } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { usePortal } from '../portal/portal-context';
import { useDrawnEntries } from './useDrawnEntries';

/** The areas in the side navigation. @param onOpen an entry was chosen; stable by identity */
export function MenuEntries({ menu, onOpen }: { menu: readonly MenuItem[]; onOpen: () => void }) {
  const { pathname } = useLocation();
  return menu
    .slice(0, useDrawnEntries(menu.length))
    .map((entry) => (
      <MenuEntry
        key={`${entry.remote.name}/${entry.id}`}
        entry={entry}
        active={isBelow(pathname, entry.path)}
        onOpen={onOpen}
      />
    ));
}

/** One of perhaps a hundred: drawn again when it has changed. */
const MenuEntry = memo(function MenuEntry({
  entry,
  active,
  onOpen,
}: {
  entry: MenuItem;
  active: boolean;
  onOpen: () => void;
}) {
  const { prepareArea } = usePortal();
  const aim = () => prepareArea(entry.remote.name);
  return (
    <SidebarItem
      component={Link}
      to={entry.path}
      icon={entry.icon}
      label={entry.label}
      {...(entry.remote.enabled ? {} : { note: 'zurzeit abgeschaltet' })}
      active={active}
      onClick={onOpen}
      onMouseEnter={aim}
      onFocus={aim}
    />
  );
});
