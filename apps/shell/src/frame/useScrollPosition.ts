import { useEffect } from 'react';
import type { PortalLocation } from '@nemus/contract';
import { z } from 'zod';
import { tabStore } from '@nemus/host/browser/storage';
import type { Navigation } from '@nemus/host/ports/navigation';

const KEY = 'nemus.scroll';
/** Number of remembered positions, the newest ones. */
const AT_MOST = 50;
/** How long the page may take to become long enough for the remembered position. Milliseconds. */
const PATIENCE = 5_000;

const positionsSchema = z.array(z.tuple([z.string(), z.number()]));

/**
 * Scrolls to the top of a new page, to the target of a hash, and to the previous position after Back and Forward. Areas
 * render their content late, so the browser's own restoration would find a page that is still short.
 */
export function useScrollPosition({ port, getKind }: Navigation): void {
  useEffect(() => {
    const positions = new Map(readPositions());
    let current = port.getLocation();
    let stopWaiting = () => {};

    const remember = () => {
      positions.delete(current.key);
      positions.set(current.key, window.scrollY);
      for (const key of [...positions.keys()].slice(0, -AT_MOST)) positions.delete(key);
    };
    const keep = () => {
      remember();
      tabStore.setItem(KEY, JSON.stringify([...positions]));
    };
    const onNavigation = () => {
      const next = port.getLocation();
      remember();
      const previous = current;
      current = next;
      stopWaiting();
      stopWaiting = arrive(previous, next, getKind() === 'traverse' ? positions.get(next.key) : undefined);
    };

    // A history entry keeps its key over a reload, and thus its position.
    if (getKind() === 'start') stopWaiting = arrive(null, current, positions.get(current.key));
    const stop = port.subscribe(onNavigation);
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      stopWaiting();
      window.removeEventListener('pagehide', keep);
    };
  }, [port, getKind]);
}

/** Scrolls for a location; returns the function that stops waiting for its content. */
function arrive(previous: PortalLocation | null, next: PortalLocation, remembered: number | undefined): () => void {
  if (remembered !== undefined) return holdPosition(remembered);
  if (next.hash !== '') {
    document.getElementById(targetOf(next.hash))?.scrollIntoView();
    return () => {};
  }
  // Filters and tabs are in the query: they are not a new page.
  if (previous && previous.pathname !== next.pathname) window.scrollTo(0, 0);
  return () => {};
}

/** User input that overrides the position. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Restores a position while the page grows: the old page leaves, the area loads, its rows arrive, and each step changes
 * the height.
 */
function holdPosition(position: number): () => void {
  const scroll = () => window.scrollTo(0, position);
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of BY_HAND) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, PATIENCE);
  for (const event of BY_HAND) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  scroll();
  return stop;
}

function readPositions(): [string, number][] {
  try {
    return positionsSchema.catch([]).parse(JSON.parse(tabStore.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

function targetOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
