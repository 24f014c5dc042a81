import { readTable } from '@nemus/area/tables';
import { NO_ATTRIBUTES, type WholeLogbookRow } from '@nemus/data';
import { examplePerson } from '../../examples/week';
import { LOGBOOK_COLUMNS } from '../paper/logbook-csv';
import { missingColumn, readHourTable } from './hour-columns';
import { NEW_CASE, NONE, readHourRows, type HourChoices } from './hour-rows';
import { readAttribute } from './read-attribute';
import { readCategory } from './read-category';
import { readHours, unitOfHead } from './read-hours';

const tableOf = (text: string) => readHourTable(readTable(text));
const fieldsOf = (text: string) => tableOf(text).columns.map(({ field }) => field);

it.each([
  ['Datum;Minuten;Art\n02.03.2026;50;Praxis', ['day', 'minutes', 'category']],
  ['Logbuch 2026\n\nTag\tDauer (Std.)\tBemerkung\tRaum\n02.03.2026\t1,5\tx\t3', ['day', 'minutes', 'note', 'ignored']],
  // Our own table, downloaded at "Ausdruck".
  [
    'Datum;Kategorie;Minuten;Stätte;Fall;Notiz;Stand\n02.03.2026;Praxis;50;;;;',
    ['day', 'category', 'minutes', 'site', 'case', 'note', 'ignored'],
  ],
  ['02.03.2026;Einzeltherapie;50;AB', ['day', 'category', 'minutes', null]],
  ['Raum;Datum\n3;02.03.2026', [null, null]],
  // Attributes are named by heads, if their cells agree.
  [
    'Tag;Min;Rahmen;Form;Altersgruppe;Verfahren\n02.03.2026;50;stationär;einzeln;Erwachsene;VT',
    ['day', 'minutes', 'setting', 'form', 'age_group', 'procedure'],
  ],
  ['Tag;Min;Setting\n02.03.2026;50;Gruppe', ['day', 'minutes', 'form']],
  ['Tag;Min;Setting\n02.03.2026;50;teilstationär', ['day', 'minutes', 'setting']],
  ['Tag;Min;Methode\n02.03.2026;50;Exposition', ['day', 'minutes', 'ignored']],
  ['Tag;Min;Kategorie;Leistung\n02.03.2026;50;Praxis;Akutbehandlung', ['day', 'minutes', 'category', 'service']],
  ['Tag;Min;Leistung\n02.03.2026;50;Erstgespräch', ['day', 'minutes', 'category']],
  ['02.03.2026;50;Praxis;ambulant;KJ-01', ['day', 'minutes', 'category', 'setting', null]],
])('understands the columns of %j', (text, fields) => expect(fieldsOf(text)).toEqual(fields));

it('names what is missing before a list can be read', () => {
  const missing = (...fields: Parameters<typeof missingColumn>[0][number]['field'][]) =>
    missingColumn(fields.map((field) => ({ label: '', field })));
  expect(missing('day', 'minutes', 'ignored')).toBeNull();
  expect(missing('day', null)).toMatch('was in den Spalten steht');
  expect(missing('minutes')).toMatch('dem Tag');
  expect(missing('day', 'minutes', 'minutes')).toMatch('der Dauer');
  expect(missing('day', 'minutes', 'note', 'note')).toMatch('„Notiz“ nur für eine Spalte');
  expect(missing('day', 'minutes', 'issuer', 'issuer')).toMatch('„Ausgestellt von“ nur für eine Spalte');
});

it.each([
  ['50', 'minutes', 50],
  ['50', null, null],
  ['1,5', 'hours', 90],
  ['2', 'units', 90],
  ['0:50', null, 50],
  ['1:30 h', null, 90],
  ['50 Min.', null, 50],
  ['1,5 Std.', 'minutes', 90],
  ['2 UE', 'minutes', 90],
  ['0,8333333', 'hours', null],
  ['1:75', null, null],
  ['0', 'minutes', null],
  ['25', 'hours', null],
  ['eine Stunde', 'minutes', null],
] as const)('reads %j in %s as %s minutes', (cell, unit, minutes) => expect(readHours(cell, unit)).toBe(minutes));

it.each([
  ['Dauer (Min.)', 'minutes'],
  ['Std.', 'hours'],
  ['Anzahl UE', 'units'],
  ['Dauer', null],
])('finds the unit in the head %j', (head, unit) => expect(unitOfHead(head)).toBe(unit));

it.each([
  ['Theorieseminar', 'theory'],
  ['Einzelsupervision', 'supervision'],
  ['Gruppentherapie', 'practice'],
  ['Gruppenselbsterfahrung', 'self_experience'],
  ['E-Learning', 'elearning'],
  ['Einzelgespraech', 'practice'],
  ['Gespra\u0308ch', 'practice'],
  ['E\u2011Learning', 'elearning'],
  ['Intervision', null],
])('suggests for %j the kind %s', (cell, category) => expect(readCategory(cell)).toBe(category));

it.each([
  ['setting', 'Stationaer', 'inpatient'],
  ['setting', 'Klinik am See', null],
  ['form', 'Gruppensitzung', 'group'],
  ['age_group', 'KJP', null],
  ['age_group', 'Kinder', 'children'],
  ['procedure', 'TP', 'Tiefenpsychologisch fundierte Psychotherapie'],
  ['procedure', 'psychoanalytisch', 'Analytische Psychotherapie'],
  ['service', 'Falldokumentation', 'report'],
] as const)('suggests for %s %j the value %s', (name, cell, value) => expect(readAttribute(name, cell)).toBe(value));

const LISTS = {
  sites: [
    { id: 's1', name: 'Klinik am See', started_on: '2026-03-01', ended_on: '2026-03-31', share: 100, setting: null },
  ],
  cases: [{ id: 'k1', code: 'F-7K3M', age_band: null, started_on: null, closed_on: '2026-03-10', label: '' }],
  confirmers: [examplePerson],
};
const CHOICES: HourChoices = {
  unit: 'minutes',
  values: {},
  category: null,
  confirmer: null,
  again: false,
};
const rowsOf = (text: string, choices: Partial<HourChoices> = {}, present: readonly WholeLogbookRow[] = []) =>
  readHourRows(tableOf(text), { ...CHOICES, ...choices }, LISTS, present);
const presentRow = (fields: Partial<WholeLogbookRow>): WholeLogbookRow => ({
  id: 'a',
  done_on: '2026-03-02',
  category: 'practice',
  minutes: 50,
  competency: null,
  level: null,
  note: '',
  issuer: null,
  started_on: null,
  state: 'draft',
  submitted_at: null,
  confirmed_by: null,
  confirmed_at: null,
  returned_by: null,
  return_reason: null,
  corrects: null,
  is_sample: false,
  is_imported: false,
  ...NO_ATTRIBUTES,
  site: null,
  case: null,
  ...fields,
});

it('reads a row with everything', () => {
  const [row] = rowsOf(
    'Datum;Minuten;Art;Fall;Stätte;Wer bestätigt;Notiz\n02.03.2026 09:30;50;Praxis;f-7k3m;klinik am  see;ada lehr;Exposition',
  );
  expect(row).toEqual(
    expect.objectContaining({
      line: 2,
      problems: [],
      doubts: [],
      fields: {
        done_on: '2026-03-02',
        category: 'practice',
        minutes: 50,
        competency: null,
        level: null,
        note: 'Exposition',
        site_id: 's1',
        case_id: 'k1',
        confirmer_id: 'p1',
        ...NO_ATTRIBUTES,
      },
    }),
  );
});

it.each([
  ['Datum;Minuten;Art\n31.02.2026;50;Praxis', /Tag „31.02.2026“ ist nicht lesbar/],
  ['Datum;Minuten;Art\n02.03.2099;50;Praxis', /Zukunft/],
  ['Datum;Minuten;Art\n02.03.1999;50;Praxis', /ab dem/],
  ['Datum;Minuten;Art\n02.03.2026;lang;Praxis', /Dauer „lang“/],
  ['Datum;Minuten;Art\n02.03.2026;50;Intervision', /Art „Intervision“ ist nicht zugeordnet/],
  ['Datum;Minuten;Art\n02.03.2026;50;', /Art fehlt/],
  [`Datum;Minuten;Art;Notiz\n02.03.2026;50;Praxis;${'x'.repeat(2_001)}`, /2\.000 Zeichen/],
  ['Datum;Minuten;Art\n02.03.2026;800;Praxis\n02.03.2026;800;Praxis', /mehr als 24 Stunden/],
])('leaves out the last row of %j, and says why', (text, problem) => {
  const row = rowsOf(text).at(-1);
  expect(row?.fields).toBeNull();
  expect(row?.problems.join(' ')).toMatch(problem);
});

it.each([
  ['Datum;Minuten;Art\n2/3/2026;50;Praxis', /02.03.2026/],
  ['Datum;Minuten;Art\n02.03.2026;800;Praxis', /12 Stunden/],
  ['Datum;Minuten;Art;Notiz\n02.03.2026;50;Praxis;Frau Sommer', /Namen/],
  ['Datum;Minuten;Art;Stätte\n02.04.2026;50;Praxis;Klinik am See', /Ohne Stätte/],
  ['Datum;Minuten;Art;Fall\n11.03.2026;50;Praxis;F-7K3M', /Ohne Fall/],
  ['Datum;Minuten;Art;Wer bestätigt\n02.03.2026;50;Supervision;Ada Lehr', /Ohne Person/],
])('takes over %j, and says what is doubtful', (text, doubt) => {
  const [row] = rowsOf(text);
  expect(row?.fields).not.toBeNull();
  expect(row?.doubts.join(' ')).toMatch(doubt);
});

it('leaves out what the logbook has, as often as it has it, unless asked to repeat it', () => {
  const twice = 'Datum;Minuten;Art\n02.03.2026;50;Praxis\n02.03.2026;50;Praxis';
  const present = [presentRow({}), presentRow({ id: 'b', corrects: 'a', minutes: 60 })];
  // The present entry of 50 minutes is replaced by its correction.
  expect(rowsOf(twice, {}, present).map(({ isKnown }) => isKnown)).toEqual([false, false]);
  expect(rowsOf(twice, {}, [presentRow({})]).map(({ fields }) => fields === null)).toEqual([true, false]);
  expect(rowsOf(twice, { again: true }, [presentRow({})]).map(({ fields }) => fields === null)).toEqual([false, false]);
});

it('counts the hours of a day with those of the logbook', () => {
  const [row] = rowsOf('Datum;Minuten;Art\n02.03.2026;50;Praxis', {}, [presentRow({ minutes: 1_400 })]);
  expect(row?.problems).toEqual(['Der Tag hätte damit mehr als 24 Stunden.']);
});

it('takes no certificate from elsewhere for hours that the logbook has', () => {
  const certificate = presentRow({ category: 'theory', minutes: 1_800, issuer: 'Akademie am Park' });
  const same = presentRow({ id: 'b', category: 'theory', minutes: 120, issuer: 'Akademie am Park' });
  const hours = 'Datum;Minuten;Art\n02.03.2026;120;Theorie\n02.03.2026;120;Theorie';
  const rows = rowsOf(hours, {}, [certificate, same]);
  expect(rows.map(({ problems, isKnown, fields }) => [problems, isKnown, fields?.minutes])).toEqual([
    [[], false, 120],
    [[], false, 120],
  ]);
});

it('takes no certificate of a downloaded logbook for hours', () => {
  const written = [
    presentRow({ category: 'theory', minutes: 900, note: 'Traumatherapie', issuer: 'Akademie am Park' }),
    // Longer than a day, as no hours are.
    presentRow({ category: 'theory', minutes: 1_800, note: 'Grundkurs', issuer: 'Akademie am Park' }),
    presentRow({}),
  ].map((row) => LOGBOOK_COLUMNS.map(({ value }) => value(row)).join(';'));
  const rows = rowsOf([LOGBOOK_COLUMNS.map(({ header }) => header).join(';'), ...written].join('\n'));
  const problem = 'Zertifikate werden mit ihrer Datei eingetragen.';
  expect(rows.map(({ problems, fields }) => [problems, fields?.minutes])).toEqual([
    [[problem], undefined],
    [[problem], undefined],
    [[], 50],
  ]);
});

it('takes no replaced entry and no sample of a downloaded logbook for hours', () => {
  const logbook = [
    presentRow({ state: 'confirmed' }),
    presentRow({ id: 'b', corrects: 'a', minutes: 60, state: 'confirmed' }),
    presentRow({ id: 'c', minutes: 45, is_sample: true }),
  ];
  const written = logbook.map((row) => LOGBOOK_COLUMNS.map(({ value }) => value(row)).join(';'));
  const list = [LOGBOOK_COLUMNS.map(({ header }) => header).join(';'), ...written].join('\n');
  const problems = ['Zu diesem Eintrag gibt es eine Berichtigung.', 'Der Eintrag gehört zu den Beispieldaten.'];
  const read = (present: readonly WholeLogbookRow[]) =>
    rowsOf(list, {}, present).map((row) => [row.problems.join(), row.fields?.minutes]);
  // In another account, and where the correction has replaced the entry already.
  expect(read([])).toEqual([
    [problems[0], undefined],
    ['', 60],
    [problems[1], undefined],
  ]);
  expect(read(logbook)).toEqual([
    [problems[0], undefined],
    ['', undefined],
    [problems[1], undefined],
  ]);
});

it('uses what a person has chosen, for a value and for rows without one', () => {
  const [first, second] = rowsOf('Datum;Minuten;Art;Fall\n02.03.2026;50;Intervision;Anna\n03.03.2026;50;;', {
    values: {
      category: new Map([['Intervision', 'supervision']]),
      case: new Map([['Anna', NEW_CASE]]),
    },
    category: 'theory',
    confirmer: 'p1',
  });
  expect([first?.fields?.category, first?.newCase, second?.fields?.category]).toEqual([
    'supervision',
    'Anna',
    'theory',
  ]);
  // The person confirms theory and no supervision.
  expect([first?.fields?.confirmer_id, second?.fields?.confirmer_id]).toEqual([null, 'p1']);
});

it('reads what an entry says of itself, and asks about words that it does not know', () => {
  const [row] = rowsOf(
    'Datum;Minuten;Art;Rahmen;Form;Altersgruppe;Verfahren;Leistung\n02.03.2026;50;Praxis;stationär;Gruppe;Kinder;VT;Akutbehandlung',
  );
  expect(row?.fields).toMatchObject({
    setting: 'inpatient',
    form: 'group',
    age_group: 'children',
    procedure: 'Verhaltenstherapie',
    service: 'acute_treatment',
  });
  const unknown = 'Datum;Minuten;Art;Rahmen\n02.03.2026;50;Praxis;ambulant\n03.03.2026;50;Praxis;Heim';
  const table = {
    ...tableOf(unknown),
    columns: tableOf(unknown).columns.map((column, place) =>
      place === 3 ? { ...column, field: 'setting' as const } : column,
    ),
  };
  const last = (values: HourChoices['values']) => readHourRows(table, { ...CHOICES, values }, LISTS, []).at(-1);
  expect(last({})?.doubts).toEqual(['Rahmen: „Heim“ ist nicht zugeordnet.']);
  expect(last({ setting: new Map([['Heim', NONE]]) })?.doubts).toEqual([]);
  expect(last({ setting: new Map([['Heim', 'inpatient']]) })?.fields?.setting).toBe('inpatient');
});

it('imports again what was downloaded', () => {
  const row = presentRow({
    setting: 'inpatient',
    form: 'individual',
    age_group: 'adults',
    procedure: 'Systemische Therapie',
    service: 'report',
    site: { name: 'Klinik am See' },
    case: { code: 'F-7K3M' },
  });
  const lines = [LOGBOOK_COLUMNS.map(({ header }) => header), LOGBOOK_COLUMNS.map(({ value }) => value(row))];
  const [read] = rowsOf(lines.map((cells) => cells.join(';')).join('\n'));
  expect(read?.fields).toMatchObject({
    done_on: row.done_on,
    category: row.category,
    minutes: row.minutes,
    setting: row.setting,
    form: row.form,
    age_group: row.age_group,
    procedure: row.procedure,
    service: row.service,
    site_id: 's1',
    case_id: 'k1',
  });
});
