import type { z } from 'zod';
import { readAnswer, type RestAnswer } from '../errors';
import type { Fitting } from '../fitting';

/** Maximum number of rows of an answer (`max_rows` of the API). */
const PAGE_SIZE = 1000;

type Page<Row> = RestAnswer<Row> & { readonly count: number | null };

/**
 * Reads a list that may be longer than one answer. The first page tells how many rows there are; the others are
 * requested in parallel, so ten pages cost two round trips.
 * @param request reads the rows `from` to `to` (both inclusive), with `{ count: 'exact' }` and a unique order, or rows
 * could be missed between two pages
 */
export async function readPages<Row, S extends z.ZodType<unknown[]>>(
  request: (from: number, to: number) => PromiseLike<Page<Row>>,
  rows: S & Fitting<S, Row>,
): Promise<z.output<S>[number][]> {
  const first = await request(0, PAGE_SIZE - 1);
  const head = await readAnswer(first, rows);
  const starts = Array.from(
    { length: Math.max(0, Math.ceil((first.count ?? 0) / PAGE_SIZE) - 1) },
    (_, page) => (page + 1) * PAGE_SIZE,
  );
  const rest = await Promise.all(
    starts.map(async (from) => readAnswer(await request(from, from + PAGE_SIZE - 1), rows)),
  );
  return [head, ...rest].flat();
}

/** All rows of a function that answers page by page, from 1 on, with their total. */
export async function everyPage<Row>(
  fetchPage: (page: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the total may change meanwhile: an empty page is the last one, too
    const { rows, total } = await fetchPage(page);
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}
