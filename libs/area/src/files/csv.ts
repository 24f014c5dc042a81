import Papa from 'papaparse';

/** Marks UTF-8 for Excel, which would misread umlauts without it. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Cells that a spreadsheet would run as a formula get a leading apostrophe. Numbers and telephone numbers also start
 * with a sign and stay unchanged.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d\s()/.,-]*$))/;

/** A column of a file: its header and cells. Numbers are written the German way, dates as given. */
export interface CsvColumn<T> {
  readonly header: string;
  readonly value: (row: T) => string | number;
}

/** A number with a decimal comma and without thousands separators, which a spreadsheet would read as text. */
function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}

/**
 * Rows as a file that German versions of Excel and LibreOffice open correctly: UTF-8 with BOM, semicolons, decimal
 * commas.
 */
export function createCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const cells = rows.map((row) =>
    columns.map(({ value }) => {
      const cell = value(row);
      return typeof cell === 'number' ? writeNumber(cell) : cell;
    }),
  );
  const fields = columns.map(({ header }) => header);
  return (
    BYTE_ORDER_MARK +
    Papa.unparse({ fields, data: cells }, { delimiter: ';', newline: '\r\n', escapeFormulae: FORMULA })
  );
}
