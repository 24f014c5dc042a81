import { useCallback, useEffect, useState } from 'react';
import { areShortcutsOn } from '../palette/shortcuts';
import { collapsedCookie, readCollapsed } from './sidebar-cookie';

export interface SidebarState {
  /** Icons only. */
  readonly collapsed: boolean;
  /** The drawer on narrow screens. */
  readonly drawerOpen: boolean;
  readonly toggle: () => void;
  readonly openDrawer: () => void;
  readonly closeDrawer: () => void;
}

/**
 * The sidebar's state. Ctrl or ⌘ with B toggles it, the drawer on narrow screens; the wide one's state is remembered
 * for 7 days.
 */
export function useSidebar(mobile: boolean): SidebarState {
  const [collapsed, setCollapsed] = useState(() => readCollapsed(document.cookie));
  const [drawerOpen, setDrawerOpen] = useState(false);
  // Stable, so that the menu entries do not render with every change of the frame.
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);

  const toggle = () => {
    if (mobile) {
      setDrawerOpen(!drawerOpen);
      return;
    }
    document.cookie = collapsedCookie(!collapsed);
    setCollapsed(!collapsed);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isToggle =
        event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isToggle || event.repeat || !areShortcutsOn()) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return {
    collapsed,
    drawerOpen,
    toggle,
    openDrawer: () => setDrawerOpen(true),
    closeDrawer,
  };
}
