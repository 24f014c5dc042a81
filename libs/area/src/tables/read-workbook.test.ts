import { strToU8, zipSync } from 'fflate';
import { readTable } from './read-table';
import { readWorkbook } from './read-workbook';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as spreadsheets write it: style 1 is a day, style 2 a time. */
const workbook = (rows: string) =>
  new Uint8Array(
    zipSync({
      'xl/workbook.xml': strToU8(
        `${XML}<workbook ${MAIN} xmlns:r="${LINKS}"><sheets><sheet name="Stunden" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/styles.xml': strToU8(
        `${XML}<styleSheet ${MAIN}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`),
    }),
  );

it('reads days, times, numbers and texts of a workbook as a table', async () => {
  const [sheet] = await readWorkbook(
    workbook(
      `<row r="1"><c r="A1" s="1"><v>46083</v></c><c r="B1" s="2"><v>0.034722222222222224</v></c><c r="C1"><v>1.1</v></c>
       <c r="D1" t="inlineStr"><is><t>Gruppe; "Angst"</t></is></c><c r="E1" t="b"><v>1</v></c></row>
       <row r="2"><c r="A2" s="1"><v>46083.395833333336</v></c></row>`,
    ),
  );
  expect(sheet?.name).toBe('Stunden');
  expect(readTable(sheet?.text ?? '').map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([
    ['02.03.2026', '00:50', '1,1', 'Gruppe; "Angst"', 'ja'],
    ['02.03.2026 09:30'],
  ]);
});

it('reads a workbook whose rows and cells have no references', async () => {
  const [sheet] = await readWorkbook(
    workbook(
      `<row><c t="inlineStr"><is><t>Tag</t></is></c><c/><c><v>1.5</v></c></row>
       <row r="3"><c r="AB3"><v>7</v></c><c><v>8</v></c></row>`,
    ),
  );
  const cells = readTable(sheet?.text ?? '').map((row) => row.cells);
  expect(cells[0]?.slice(0, 3)).toEqual(['Tag', '', '1,5']);
  expect(cells.at(-1)?.slice(27)).toEqual(['7', '8']);
});

it('rejects other files', async () => {
  await expect(readWorkbook(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).rejects.toThrow();
});
