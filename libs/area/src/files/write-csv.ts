import type { CsvColumn } from './csv';

/** Rows as a CSV file, see `createCsv`; its library loads on first use. */
export async function writeCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): Promise<string> {
  const { createCsv } = await import('./csv');
  return createCsv(columns, rows);
}
