import { startTransition, useEffect, useState } from 'react';
import type { Loader } from '@nemus/loader';
import { whenIdle } from '@nemus/start/idle';
import { MENU_AFTER_AREA_MS, MENU_AT_MOST_MS } from '@nemus/start/limits';
import { usePortal } from '../portal/portal-context';

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
  useEffect(
    () => (waits ? whenPageStands(loader, () => startTransition(() => setAll(true))) : undefined),
    [loader, waits],
  );
  return all ? count : Math.min(count, first);
}

/** Calls back once, when no area is loading and the browser is idle, or at once on the first input. */
function whenPageStands(loader: Pick<Loader, 'getSnapshot' | 'subscribe'>, then: () => void): () => void {
  const ends: (() => void)[] = [];
  const stop = () => ends.splice(0).forEach((end) => end());
  const go = () => {
    stop();
    then();
  };
  const isLoading = () =>
    Object.values(loader.getSnapshot()).some(({ phase }) => !['ready', 'failed', 'closed'].includes(phase));
  const look = () => {
    if (isLoading()) return;
    const timer = setTimeout(() => {
      if (!isLoading()) ends.push(whenIdle(go));
    }, MENU_AFTER_AREA_MS);
    ends.push(() => clearTimeout(timer));
  };
  const limit = setTimeout(go, MENU_AT_MOST_MS);
  ends.push(() => clearTimeout(limit), loader.subscribe(look));
  for (const input of INPUTS) {
    window.addEventListener(input, go, { capture: true, passive: true });
    ends.push(() => window.removeEventListener(input, go, { capture: true }));
  }
  look();
  return stop;
}
