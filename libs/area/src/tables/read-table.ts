import Papa from 'papaparse';

/** One row of a table. */
export interface TableRow {
  /** Number of its first line in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The row as it was given. */
  readonly text: string;
}

const DELIMITERS = [';', '\t', ',', '|'] as const;
const ADDRESS = /^\s*(?:mailto:)?[^@\s<>;,|]+@[^@\s<>;,|]+\s*$/;
/** Most lines of one cell, such as an address. */
const LONGEST_CELL = 10;

/** Whether a cell is a mail address. */
export const isAddress = (cell: string): boolean => ADDRESS.test(cell);

/**
 * The rows of a text from a spreadsheet, an address book or the clipboard. The delimiter is the one that `sep=;` names,
 * or the one that puts most mail addresses into cells of their own. Cells in quotes may contain line breaks; an
 * unclosed quote only affects its own line.
 */
export function readTable(text: string): readonly TableRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const [, named] = /^"?sep=(.)"?[;,\t]*$/i.exec(lines[0] ?? '') ?? [];
  const given = joinQuoted(lines).filter(({ line, text: row }) => row.trim() !== '' && !(named && line === 1));
  const delimiter = named ?? findDelimiter(given.map(({ text: row }) => row));
  return given.map(({ line, text: row }) => ({ line, text: row, cells: readCells(row, delimiter) }));
}

const hasOpenQuote = (text: string) => (text.split('"').length - 1) % 2 === 1;

/** Joins the lines of a cell in quotes, unless the quote is never closed or would swallow another person. */
function joinQuoted(lines: readonly string[]): { readonly line: number; readonly text: string }[] {
  const rows: { line: number; text: string }[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const first = lines[at] ?? '';
    let row = first;
    let end = at;
    while (hasOpenQuote(row) && end + 1 < lines.length && end - at < LONGEST_CELL) {
      end += 1;
      row = `${row}\n${lines[end] ?? ''}`;
    }
    const isOneRow = !hasOpenQuote(row) && (row.match(/"[^"]*\n[^"]*"/g) ?? []).every((cell) => !cell.includes('@'));
    rows.push({ line, text: isOneRow ? row : first });
    if (isOneRow) at = end;
  }
  return rows;
}

function findDelimiter(rows: readonly string[]): string {
  const scores = DELIMITERS.map((delimiter) => {
    const read = rows.map((row) => readCells(row, delimiter)).filter((cells) => cells.length > 1);
    return { delimiter, people: read.filter((cells) => cells.some(isAddress)).length, rows: read.length };
  });
  const [best] = scores.toSorted((a, b) => b.people - a.people || b.rows - a.rows);
  return best?.delimiter ?? ';';
}

/** Spaces of any kind become one; invisible marks of word processors go. Control characters stay, to be refused. */
export const tidy = (cell: string) =>
  cell
    .normalize('NFC')
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim();

function readCells(row: string, delimiter: string): readonly string[] {
  return (Papa.parse<string[]>(row, { delimiter, newline: '\r\n' }).data[0] ?? []).map(tidy);
}
