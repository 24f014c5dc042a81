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

/** Course of the seed that costs 85 credits (170 euro), and one that costs 60 (120 euro). */
export const COURSE_85 = 'c0000000-0000-4000-8000-000000000024';
export const COURSE_60 = 'c0000000-0000-4000-8000-000000000001';
