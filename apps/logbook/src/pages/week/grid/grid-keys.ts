import type { KeyboardEvent } from 'react';

/** A place in the grid. */
export interface GridPlace {
  readonly row: number;
  readonly day: number;
}

/** Whether an arrow leaves the text of a field: its end is reached, or all of it is selected, as after a move. */
function leavesText({ value, selectionStart: from, selectionEnd: to }: HTMLInputElement, key: string): boolean {
  if (from === 0 && to === value.length) return true;
  return from === to && from === (key === 'ArrowLeft' ? 0 : value.length);
}

/** Where a key leads from a cell, as in a spreadsheet; null if it stays. Tab is the browser's. */
export function moveOf(event: KeyboardEvent<HTMLInputElement>): GridPlace | null {
  const { key, currentTarget: field } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (key === 'ArrowDown') return { row: 1, day: 0 };
  if (key === 'ArrowUp') return { row: -1, day: 0 };
  if (key === 'Enter') return { row: event.shiftKey ? -1 : 1, day: 0 };
  if (event.shiftKey) return null;
  if (key === 'ArrowRight' && leavesText(field, key)) return { row: 0, day: 1 };
  if (key === 'ArrowLeft' && leavesText(field, key)) return { row: 0, day: -1 };
  return null;
}

/** The next cell in a direction that can be written; null at the edge. */
export function nextCell(
  from: GridPlace,
  by: GridPlace,
  size: { readonly rows: number; readonly days: number },
  isFree: (row: number, day: number) => boolean,
): GridPlace | null {
  for (
    let [row, day] = [from.row + by.row, from.day + by.day];
    row >= 0 && day >= 0 && row < size.rows && day < size.days;
    row += by.row, day += by.day
  ) {
    if (isFree(row, day)) return { row, day };
  }
  return null;
}
