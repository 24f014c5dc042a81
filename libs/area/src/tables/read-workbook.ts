import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import readSheets from 'read-excel-file/universal';

/** A sheet of a workbook, as the text of a table: `;` between cells, days as `01.02.2026`, times as `09:30`. */
export interface SheetText {
  readonly name: string;
  readonly text: string;
}

/** The first day of Excel's calendar: a cell with a time alone has this day. */
const LAST_DAY_OF_TIMES = '1900-01-01';
/** Removes what binary fractions add to a typed number, `0,30000000000000004`. */
const DIGITS = 10;

function writeMoment(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (day <= LAST_DAY_OF_TIMES) return clock;
  const date = day.split('-').toReversed().join('.');
  return clock === '00:00' ? date : `${date} ${clock}`;
}

/** A cell as text; the library's type of a cell also names the constructor of dates. */
function writeCell(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : writeMoment(cell);
  if (typeof cell === 'number') return String(Number(cell.toFixed(DIGITS))).replace('.', ',');
  if (typeof cell === 'boolean') return cell ? 'ja' : 'nein';
  return typeof cell === 'string' ? cell : '';
}

/** `A`, `Z`, `AA` … for the first, 26th, 27th column. */
const columnName = (column: number): string =>
  column === 0 ? '' : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
const columnNumber = (name: string) => [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A sheet whose rows and cells all have `r`, their reference: the format lets writers omit it, the library does not. */
function nameCells(sheet: string): string {
  let row = 0;
  let column = 0;
  return sheet.replaceAll(/<((?:\w+:)?)(row|c)(?=[\s/>])([^>]*)>/g, (_, prefix: string, tag: string, rest: string) => {
    const [, letters = '', number = ''] = /\sr="([A-Z]*)(\d+)"/.exec(rest) ?? [];
    if (tag === 'row') {
      row = Number(number) || row + 1;
      column = 0;
    } else column = columnNumber(letters) || column + 1;
    const reference = tag === 'row' ? String(row) : `${columnName(column)}${row}`;
    return `<${prefix}${tag} r="${reference}"${rest.replace(/\sr="[^"]*"/, '')}>`;
  });
}

function nameAllCells(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const files = Object.entries(unzipSync(bytes)).map(([name, content]): [string, Uint8Array] => [
    name,
    name.startsWith('xl/worksheets/') ? strToU8(nameCells(strFromU8(content))) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 0 }));
}

const withContent = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readSheets(bytes.buffer)).filter(({ data }) => data.length > 0);

/** The sheets with content of an Excel workbook (`.xlsx`). Rejects if the bytes are none. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly SheetText[]> {
  const named = await withContent(bytes).catch(() => []);
  const sheets = named.length > 0 ? named : await withContent(nameAllCells(bytes));
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    text: Papa.unparse(
      data.map((row) => row.map(writeCell)),
      { delimiter: ';' },
    ),
  }));
}
