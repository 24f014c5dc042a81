import type { Row } from '../database/database';

/** The only row of an answer. */
export function one(rows: readonly Row[]): Row {
  const [row] = rows;
  if (rows.length !== 1 || !row) throw new Error(`Expected one row, got ${rows.length}.`);
  return row;
}

/** A text value of the only row. */
export function text(rows: readonly Row[], name: string): string {
  const value = one(rows)[name];
  if (typeof value !== 'string') throw new Error(`Expected text in ${name}, got ${String(value)}.`);
  return value;
}
