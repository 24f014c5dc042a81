import { memo, useCallback, useState, type MouseEvent } from 'react';
import { FURTHER_AREAS_FROM } from '@nemus/contract';
import { isBelow, type MenuItem } from '@nemus/registry';
import { SidebarDivider, SidebarItem, SidebarList } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { usePortal } from '../portal/portal-context';
import { useDrawnEntries } from './useDrawnEntries';

/**
 * The areas in the side navigation: the entries of the account type, and below a divider those of further areas, in
 * declared order. @param onOpen an entry was chosen; stable by identity
 */
export function MenuEntries({ menu, onOpen }: { menu: readonly MenuItem[]; onOpen: () => void }) {
  const { pathname } = useLocation();
  // Shown as the current one from the click on, before its page is opened.
  const [chosen, setChosen] = useState<string | null>(null);
  const { opening } = usePortal();
  const open = useCallback(
    (remote: string, path: string) => {
      setChosen(path);
      void opening.choose(remote, path).then(() => setChosen((now) => (now === path ? null : now)));
    },
    [opening],
  );
  const drawn = menu.slice(0, useDrawnEntries(menu.length)).map((entry) => ({
    entry,
    element: (
      <MenuEntry
        key={`${entry.remote.name}/${entry.id}`}
        entry={entry}
        active={isBelow(chosen ?? pathname, entry.path)}
        onOpen={onOpen}
        onChoose={open}
      />
    ),
  }));
  const isFurther = ({ entry }: { entry: MenuItem }) => entry.order >= FURTHER_AREAS_FROM;
  const further = drawn.filter(isFurther);
  return (
    <>
      <SidebarList>{drawn.filter((item) => !isFurther(item)).map(({ element }) => element)}</SidebarList>
      {further.length > 0 ? (
        <>
          <SidebarDivider />
          <SidebarList label="Weitere Bereiche">{further.map(({ element }) => element)}</SidebarList>
        </>
      ) : null}
    </>
  );
}

/** One of up to a hundred: renders only when it changes. */
const MenuEntry = memo(function MenuEntry({
  entry,
  active,
  onOpen,
  onChoose,
}: {
  entry: MenuItem;
  active: boolean;
  onOpen: () => void;
  /** Stable by identity. */
  onChoose: (remote: string, path: string) => void;
}) {
  const { opening } = usePortal();
  const { path, remote } = entry;
  const point = () => opening.point(remote.name);
  return (
    <SidebarItem
      component={Link}
      to={path}
      icon={entry.icon}
      label={entry.label}
      {...(remote.enabled ? {} : { note: 'zurzeit abgeschaltet' })}
      active={active}
      onPointerDown={(event) => {
        // A finger may be about to scroll the menu.
        if (event.pointerType !== 'touch' && opensHere(event)) opening.press(remote.name, path);
      }}
      onClick={(event) => {
        onOpen();
        if (!opensHere(event)) return;
        event.preventDefault();
        onChoose(remote.name, path);
      }}
      onMouseEnter={point}
      onFocus={point}
    />
  );
});

/** Not in another tab or window, as with a modifier or another button. */
const opensHere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
