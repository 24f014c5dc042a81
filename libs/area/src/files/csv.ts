import Papa from 'papaparse';

/** Marks UTF-8 for Excel, which would misread umlauts without it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would run as a formula get a leading apostrophe; a number with a sign is none. */
const FORMULA = /^(?:[\r＝＋－＠]|\s*(?:[=@]|[+-](?![\d\s()/.,-]*$)))/;

/** Figures as a German spreadsheet reads them rightly: whole numbers, amounts, full dates, and times of day. */
const FIGURE =
  /^(?:-?(?:0|[1-9]\d{0,10}|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?(?: ?[%€])?|\d{2}\.\d{2}\.\d{4}|\d{2}:\d{2})$/;
const MONTH = /^\d*[. -]*(?:jan|feb|m[äa]r|apr|mai|may|jun|jul|aug|sep|o[kc]t|nov|de[zc])[a-zä]*[. -]*\d*$/i;

/**
 * A text that a spreadsheet would take for another value: "3-4" for a day, "00123" for 123, a telephone number for a
 * sum. A leading tab keeps it as text, is invisible there, and readers of lists cut it off. A workbook (XLSX) would
 * carry types, but needs a library of ten times this page's size and cannot be read by every program.
 */
function keepText(cell: string): string {
  const text = cell.trim();
  if (FIGURE.test(text) || FORMULA.test(cell)) return cell;
  const isTaken = /^[+(-]?\s*\d[\d\s()/.,:e+-]*[)%]?$/i.test(text) || (/\d/.test(text) && MONTH.test(text));
  return isTaken ? `\t${cell}` : cell;
}

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
      return typeof cell === 'number' ? writeNumber(cell) : keepText(cell);
    }),
  );
  const fields = columns.map(({ header }) => header);
  return (
    BYTE_ORDER_MARK +
    Papa.unparse({ fields, data: cells }, { delimiter: ';', newline: '\r\n', escapeFormulae: FORMULA })
  );
}
