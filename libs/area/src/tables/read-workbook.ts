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

/** The sheets with content of an Excel workbook (`.xlsx`). Rejects if the bytes are none. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly SheetText[]> {
  const sheets = await readSheets(bytes.buffer);
  return sheets
    .filter(({ data }) => data.length > 0)
    .map(({ sheet, data }) => ({
      name: sheet,
      text: Papa.unparse(
        data.map((row) => row.map(writeCell)),
        { delimiter: ';' },
      ),
    }));
}
