import Papa from 'papaparse';

/** Says "UTF-8" to Excel, which would read umlauts wrongly without it. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Cells that a spreadsheet would run as a formula, whoever typed them: they get an apostrophe in front. Numbers and
 * telephone numbers begin with a sign as well and stay as they are.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d\s()/.,-]*$))/;

/** A column of a file: its head, and what stands in it. Numbers are written the German way, dates as given. */
export interface CsvColumn<T> {
  readonly header: string;
  readonly value: (row: T) => string | number;
}

/** A number with a comma and without separators between thousands, which a spreadsheet would take for text. */
function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}

/** Rows as a file that Excel and LibreOffice open rightly in Germany: UTF-8 with BOM, semicolons, comma numbers. */
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
