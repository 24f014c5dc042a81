import { startTransition, useEffect, useState } from 'react';
import { usePortal } from '../portal/portal-context';
import { whenPageStands } from '../portal/when-page-stands';

/** Minimum height of an entry in px: limits the entries in a window. */
const ENTRY_HEIGHT = 40;
/** Input that may lead to an entry that is not rendered yet. */
const INPUTS = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const;

/**
 * How many entries of the menu to render: those that fit the window until the first page has rendered, then all. So the
 * start does not slow down with the number of areas, and nothing visible moves.
 */
export function useDrawnEntries(count: number): number {
  const { loader } = usePortal();
  const [first] = useState(() => Math.ceil(window.innerHeight / ENTRY_HEIGHT));
  const [all, setAll] = useState(false);
  const waits = !all && count > first;
  useEffect(() => {
    if (!waits) return undefined;
    const drawAll = () => startTransition(() => setAll(true));
    const stop = whenPageStands(loader, drawAll);
    for (const input of INPUTS) window.addEventListener(input, drawAll, { capture: true, passive: true });
    return () => {
      stop();
      for (const input of INPUTS) window.removeEventListener(input, drawAll, { capture: true });
    };
  }, [loader, waits]);
  return all ? count : Math.min(count, first);
}
