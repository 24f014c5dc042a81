/** A block of cells, as spreadsheets copy it: tabs between cells, line breaks between rows, quotes around odd cells. */
export function readBlock(text: string): readonly (readonly string[])[] {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return rows.map((row) => row.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1').trim()));
}

/** Where the cells of a block go from a cell of the grid on; empty cells change nothing. */
export function placeBlock(
  block: readonly (readonly string[])[],
  from: { readonly row: number; readonly day: number },
  /** Whether the grid has such a cell, and it can be written. */
  isFree: (row: number, day: number) => boolean,
): {
  readonly placed: readonly { readonly row: number; readonly day: number; readonly text: string }[];
  /** Values outside the grid. */
  readonly left: number;
} {
  const all = block.flatMap((cells, down) =>
    cells.flatMap((text, right) => (text === '' ? [] : [{ row: from.row + down, day: from.day + right, text }])),
  );
  const placed = all.filter(({ row, day }) => isFree(row, day));
  return { placed, left: all.length - placed.length };
}
