import { readTable, readTableFile } from '@nemus/area/tables';
import { programFiles } from '@nemus/testing/files';
import { examplePerson } from '../../examples/week';
import { missingColumn, readHourTable } from './hour-columns';
import { readHourRows } from './hour-rows';

const LISTS = { sites: [], cases: [], confirmers: [examplePerson] };

/** What is read of a list without any choice; the question instead, if there is one. */
function read(text: string) {
  const table = readHourTable(readTable(text));
  const missing = missingColumn(table.columns);
  if (missing !== null) return missing;
  const choices = {
    unit: table.unit,
    values: {},
    category: null,
    confirmer: null,
    again: false,
  };
  return readHourRows(table, choices, LISTS, []).map(({ day, minutes, category, fields, problems }) =>
    problems.length > 0 ? problems : [day, minutes, category, fields?.note],
  );
}

const HOURS = [
  ['02.03.2026', '50', 'Gespräch', 'Übung, "Exposition"'],
  ['03.03.2026', '100', 'Supervision', 'Größe; Maß'],
  ['04.03.2026', '45', 'Theorie', 'Zeile eins\nZeile zwei'],
] as const;

it.each(programFiles([['Datum', 'Dauer (Min.)', 'Tätigkeit', 'Bemerkung'], ...HOURS]))(
  'imports the hours of a file from $program',
  async ({ bytes }) => {
    const found = await readTableFile(new Blob([bytes]));
    expect(read(found?.ways[0]?.text ?? '')).toEqual([
      ['2026-03-02', 50, 'practice', 'Übung, "Exposition"'],
      ['2026-03-03', 100, 'supervision', 'Größe; Maß'],
      ['2026-03-04', 45, 'theory', 'Zeile eins Zeile zwei'],
    ]);
  },
);

/** Exports of programs that record hours, shortened, with one row. */
it.each([
  [
    'Kimai',
    'Datum,Von,Bis,Dauer,Benutzer,Kunde,Projekt,Tätigkeit,Beschreibung\n2026-03-02,09:00,09:50,0:50,jm,Praxis,WB,Praxis,Übung',
  ],
  [
    'Toggl',
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Type\njm,jm@praxis.example,,WB,,Übung,No,2026-03-02,09:00:00,2026-03-02,09:50:00,00:50:00,,Praxis',
  ],
  [
    'Clockify',
    '"Project","Client","Description","Task","User","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Activity"\n"WB","","Übung","","jm","02.03.2026","09:00","02.03.2026","09:50","00:50:00","0.83","Praxis"',
  ],
  ['a calendar', 'Startdatum;Beginn;Dauer;Kategorie;Beschreibung\n02.03.2026;09:00;50 Min.;Praxis;Übung'],
  ['a table of minutes', 'Tag\tMin.\tArt\tNotiz\n02.03.2026\t50\tPraxis\tÜbung'],
])('%s: the row is found without a question', (_program, text) => {
  expect(read(text)).toEqual([['2026-03-02', 50, 'practice', 'Übung']]);
});
