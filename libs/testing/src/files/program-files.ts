import { strToU8, zipSync } from 'fflate';

/** A table as people see it in a program; the first row is its head. */
export type ProgramTable = readonly (readonly string[])[];

/** A file as a program writes it. */
export interface ProgramFile {
  readonly program: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Letters of names in single-byte encodings, as the programs' own tables have them. */
const LETTERS = {
  windows: { ä: 0xe4, ö: 0xf6, ü: 0xfc, ß: 0xdf, Ä: 0xc4, Ö: 0xd6, Ü: 0xdc, é: 0xe9 },
  mac: { ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, Ä: 0x80, Ö: 0x85, Ü: 0x86, é: 0x8e },
  dos: { ä: 0x84, ö: 0x94, ü: 0x81, ß: 0xe1, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, é: 0x82 },
} as const;

const bytesOf = (numbers: Iterable<number>) => Uint8Array.from(numbers);
const utf8 = (text: string, mark = false) => bytesOf([...(mark ? [0xef, 0xbb, 0xbf] : []), ...strToU8(text)]);
const utf16 = (text: string) =>
  bytesOf([0xff, 0xfe, ...Array.from(text, (sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]).flat()]);
const oneByte = (text: string, encoding: keyof typeof LETTERS) => {
  const letters = new Map<string, number>(Object.entries(LETTERS[encoding]));
  return bytesOf(
    Array.from(text, (sign) => {
      const code = letters.get(sign) ?? sign.charCodeAt(0);
      if (code > 127 && !letters.has(sign)) throw new RangeError(`No byte for ${sign}.`);
      return code;
    }),
  );
};

const csv = (table: ProgramTable, delimiter: string, end: string, quotesAll = false) =>
  table
    .map((row) =>
      row
        .map((cell) =>
          quotesAll || cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(delimiter),
    )
    .join(end);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Days of Excel's calendar, for cells such as `02.03.2026`. */
function serialOf(cell: string): number | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(cell) ?? [];
  return day === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 + 25_569;
}

/** How a program stores texts: in a list of shared ones, in the cells, or in parts with formats of their own. */
type Strings = 'shared' | 'inline' | 'rich';

/** @param empty rows below the table that have formats alone, as the sheets of some programs do */
function workbook(table: ProgramTable, strings: Strings, empty = 0): Uint8Array<ArrayBuffer> {
  const shared: string[] = [];
  const cellOf = (cell: string, column: number, row: number) => {
    const at = ` r="${String.fromCharCode(65 + column)}${row + 1}"`;
    const serial = row === 0 ? null : serialOf(cell);
    if (cell === '') return `<c${at} s="0"/>`;
    if (serial !== null) return `<c${at} s="1"><v>${serial}</v></c>`;
    if (row > 0 && /^[1-9]\d{0,5}(?:,\d+)?$/.test(cell)) return `<c${at}><v>${cell.replace(',', '.')}</v></c>`;
    if (strings === 'inline') return `<c${at} t="inlineStr"><is><t xml:space="preserve">${inXml(cell)}</t></is></c>`;
    shared.push(cell);
    return `<c${at} t="s"><v>${shared.length - 1}</v></c>`;
  };
  const rows = [...table, ...Array.from({ length: empty }, () => (table[0] ?? []).map(() => ''))]
    .map(
      (row, place) => `<row r="${place + 1}">${row.map((cell, column) => cellOf(cell, column, place)).join('')}</row>`,
    )
    .join('');
  const textOf = (text: string) =>
    strings === 'rich' && text.length > 2
      ? `<si><r><t xml:space="preserve">${inXml(text.slice(0, 2))}</t></r><r><rPr><b/></rPr><t xml:space="preserve">${inXml(text.slice(2))}</t></r></si>`
      : `<si><t xml:space="preserve">${inXml(text)}</t></si>`;
  return new Uint8Array(
    zipSync({
      '[Content_Types].xml': strToU8(
        `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      ),
      'xl/workbook.xml': strToU8(
        `${XML}<workbook ${MAIN} xmlns:r="${LINKS}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `${XML}<Relationships ${PACKAGE}><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': strToU8(
        `${XML}<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`),
      'xl/sharedStrings.xml': strToU8(
        `${XML}<sst ${MAIN} count="${shared.length}" uniqueCount="${shared.length}">${shared.map(textOf).join('')}</sst>`,
      ),
    }),
  );
}

/**
 * The same table as the files of programs: encodings, delimiters, line ends and quotes as each of them writes them, and
 * workbooks with its way to store texts. Letters: those of {@link LETTERS}.
 */
export function programFiles(table: ProgramTable): readonly ProgramFile[] {
  const file = (program: string, extension: string, bytes: Uint8Array<ArrayBuffer>) => ({
    program,
    name: `Liste.${extension}`,
    bytes,
  });
  const line = (text: string, end: string) => `${text}${end}`;
  return [
    file('Excel, CSV', 'csv', oneByte(line(csv(table, ';', '\r\n'), '\r\n'), 'windows')),
    file('Excel, CSV UTF-8', 'csv', utf8(line(csv(table, ';', '\r\n'), '\r\n'), true)),
    file('Excel, Unicode-Text', 'txt', utf16(line(csv(table, '\t', '\r\n'), '\r\n'))),
    file('Excel for Mac, CSV (Macintosh)', 'csv', oneByte(csv(table, ';', '\r'), 'mac')),
    file('Excel, CSV (MS-DOS)', 'csv', oneByte(line(csv(table, ';', '\r\n'), '\r\n'), 'dos')),
    file('LibreOffice, CSV', 'csv', utf8(line(csv(table, ',', '\n'), '\n'))),
    file('LibreOffice, CSV with all texts in quotes', 'csv', utf8(line(csv(table, ',', '\n', true), '\n'))),
    file('Numbers, CSV', 'csv', utf8(csv(table, ';', '\r\n'))),
    file('Google Sheets, CSV', 'csv', utf8(csv(table, ',', '\r\n'))),
    file('Excel, workbook', 'xlsx', workbook(table, 'shared')),
    file('LibreOffice, workbook with formats inside of texts', 'xlsx', workbook(table, 'rich')),
    file('Google Sheets, workbook', 'xlsx', workbook(table, 'shared', 900)),
    file('an export of a web application, workbook', 'xlsx', workbook(table, 'inline')),
  ];
}
