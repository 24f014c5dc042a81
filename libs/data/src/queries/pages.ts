import type { z } from 'zod';
import { readRows } from '../errors';

/** Rows that one answer may hold (`max_rows` of the API). */
export const PAGE_SIZE = 1000;

type RestAnswer = Parameters<typeof readRows>[0] & { readonly count: number | null };

/**
 * Reads a list that may be longer than one answer. The first page says how many rows there are, the others are asked
 * for at the same time, so that ten pages cost two round trips.
 * @param request asks for the rows `from` to `to` (both included), with `{ count: 'exact' }` and an order that is
 *   unique, or rows could be missed between two pages
 */
export async function readPages<T>(
  request: (from: number, to: number) => PromiseLike<RestAnswer>,
  rows: z.ZodType<T[]>,
): Promise<T[]> {
  const first = await request(0, PAGE_SIZE - 1);
  const head = readRows(first, rows);
  const starts = Array.from(
    { length: Math.max(0, Math.ceil((first.count ?? 0) / PAGE_SIZE) - 1) },
    (_, page) => (page + 1) * PAGE_SIZE,
  );
  const rest = await Promise.all(starts.map(async (from) => readRows(await request(from, from + PAGE_SIZE - 1), rows)));
  return [head, ...rest].flat();
}
