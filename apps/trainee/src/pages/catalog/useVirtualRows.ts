import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';

/** Distance between cards in px (two steps of the grid). */
export const GAP = 16;
/** Height of a row in px before it was measured. */
export const ROW_GUESS = 340;
/** Up to this many rows everything is loaded and rendered, so that the browser's own search finds every course. */
const ROWS_DRAWN_WHOLE = 12;

/** How many columns of at least `cardWidth` px fit side by side; the same sum as CSS `auto-fill`. */
export function columnsFor(width: number, cardWidth: number): number {
  return Math.max(1, Math.floor((width + GAP) / (cardWidth + GAP)));
}

/** The rendered part of a list, and the space before and after it in px. */
export interface DrawnPart {
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Renders only the rows of a grid near the window, so that a list of ten thousand scrolls like one of ten.
 * @param cardWidth least width of a card in rem
 * @returns what to render, the ref of the grid, and the ref for the first card of each row, which measures the row
 */
export function useVirtualRows(count: number, cardWidth: number) {
  const list = useRef<HTMLElement | null>(null);
  const { columns, top } = useGridPlace(list, cardWidth);
  const rows = Math.ceil(count / columns);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoized by its functions
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => ROW_GUESS,
    gap: GAP,
    overscan: rows <= ROWS_DRAWN_WHOLE ? rows : 3,
    scrollMargin: top,
  });
  const drawn = virtualizer.getVirtualItems();
  const first = drawn[0];
  const last = drawn.at(-1);
  const part: DrawnPart = {
    columns,
    from: (first?.index ?? 0) * columns,
    to: ((last?.index ?? -1) + 1) * columns,
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
  };
  return { part, list, measureRow: virtualizer.measureElement };
}

/** How many columns the grid has, and how far it is from the top of the document in px. */
function useGridPlace(list: { readonly current: HTMLElement | null }, cardWidth: number) {
  const [place, setPlace] = useState({ columns: 1, top: 0 });
  const measure = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const { width, top } = element.getBoundingClientRect();
    const next = { columns: columnsFor(width, cardWidth * rem), top: Math.round(top + window.scrollY) };
    setPlace((now) => (now.columns === next.columns && now.top === next.top ? now : next));
  }, [list, cardWidth]);
  // The observer reports once automatically. Until then the list renders more rows than needed, in the right columns:
  // CSS places them.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [measure]);
  return place;
}
