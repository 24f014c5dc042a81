import type { Turnover } from '@nemus/data';

type Row = Turnover['rows'][number];

/** Sums of rows, in cents. */
export interface Sum {
  readonly key: string;
  readonly label: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** Rows summed by a key, in the order in which the keys appear. */
export function sumBy(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  labelOf: (row: Row) => string,
): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const key = keyOf(row);
    const { net, tax, gross } = sums.get(key) ?? { net: 0, tax: 0, gross: 0 };
    sums.set(key, {
      key,
      label: labelOf(row),
      net: net + row.net_cents,
      tax: tax + row.tax_cents,
      gross: gross + row.gross_cents,
    });
  }
  return [...sums.values()];
}
