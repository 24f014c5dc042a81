import type { TableRow } from '@nemus/area/tables';
import { COMPETENCIES, COMPETENCY_LABELS, DIFFICULTIES, lettersOf } from '@nemus/data';
import { cellsOf, missingColumn, readImportTable, type ImportTable, type ReadRow } from '../../import/import-table';
import { FIELD_LABELS } from './field-labels';
import { EMPTY_FORM, readAmount, seminarFormSchema, type CheckedSeminarForm } from './seminar-form';

/** What a column of a list of seminars contains. ZFU and premium are decided in the draft. */
export const SEMINAR_FIELD_LABELS = {
  title: FIELD_LABELS.title,
  description: FIELD_LABELS.description,
  competency: FIELD_LABELS.competency,
  difficulty: FIELD_LABELS.difficulty,
  theory_units: FIELD_LABELS.theory_units,
  practical_units: FIELD_LABELS.practical_units,
  elearning_units: FIELD_LABELS.elearning_units,
  has_dates: FIELD_LABELS.has_dates,
  price_euros: FIELD_LABELS.price_euros,
  credit_cost: FIELD_LABELS.credit_cost,
  ignored: 'Nicht übernehmen',
} as const;
export type SeminarField = keyof typeof SEMINAR_FIELD_LABELS;

const HEADS: readonly (readonly [SeminarField, RegExp])[] = [
  ['title', /^(?:titel|seminar(?:titel)?|kurs(?:titel)?|veranstaltung|thema|title)$/],
  ['description', /^(?:beschreibung|inhalte?|text|description)$/],
  ['competency', /^(?:kompetenz(?:bereich)?|bereich|competency)$/],
  ['difficulty', /^(?:schwierigkeit(?:sgrad)?|niveau|stufe|level|difficulty)$/],
  ['theory_units', /^theorie(?:ue|einheiten)?$/],
  ['practical_units', /^praxis(?:ue|einheiten)?$/],
  ['elearning_units', /^elearning(?:ue|einheiten)?$/],
  ['has_dates', /^(?:termine?|anterminen|findetanterminenstatt|prae?senz)$/],
  ['price_euros', /^(?:preis(?:in)?(?:euro|eur)?(?:brutto)?|euro|betrag|gebue?hr|price)$/],
  ['credit_cost', /^(?:(?:preisin)?credits?|creditpreis)$/],
];

/** Reads the columns of a list of seminars. */
export const readSeminarTable = (rows: readonly TableRow[]): ImportTable<SeminarField> =>
  readImportTable(rows, HEADS, { main: 'title', ignored: 'ignored' });

const REQUIRED = ['title', 'competency', 'difficulty', 'price_euros', 'credit_cost'] as const;

/** What is missing before seminars can be read; null if nothing is. */
export const missingSeminarColumn = (table: ImportTable<SeminarField>): string | null =>
  missingColumn(table, SEMINAR_FIELD_LABELS, REQUIRED, [
    ...REQUIRED,
    'description',
    'theory_units',
    'practical_units',
    'elearning_units',
    'has_dates',
  ]);

/** A seminar of a list; `form` is null with a problem. */
export interface SeminarRow extends ReadRow {
  readonly title: string;
  /** The row as it was given: the same row is the same seminar when it is sent again. */
  readonly text: string;
  readonly form: CheckedSeminarForm | null;
}

const competencyOf = (cell: string) =>
  COMPETENCIES.find((key) => [key, COMPETENCY_LABELS[key]].some((name) => lettersOf(name) === lettersOf(cell))) ?? '';
const difficultyOf = (cell: string) => DIFFICULTIES.find((name) => lettersOf(name) === lettersOf(cell)) ?? '';
const YES = /^(?:ja|j|x|1|wahr|true|yes)$/i;
const NO = /^(?:nein|n|-|0|falsch|false|no)?$/i;
const sameTitle = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Reads the rows of a list. @param present titles of the catalogue, drafts and retired seminars included */
export function readSeminarRows(table: ImportTable<SeminarField>, present: readonly string[]): SeminarRow[] {
  const known = [...present];
  return table.rows.map((row): SeminarRow => {
    const cell = (field: SeminarField) => cellsOf(table, row, field)[0] ?? '';
    const units = (field: SeminarField) => cell(field) || '0';
    const dates = cell('has_dates');
    const hasColumn = table.columns.some(({ field }) => field === 'has_dates');
    const checked = seminarFormSchema.safeParse({
      ...EMPTY_FORM,
      title: cell('title'),
      description: cell('description'),
      competency: competencyOf(cell('competency')),
      difficulty: difficultyOf(cell('difficulty')),
      theory_units: units('theory_units'),
      practical_units: units('practical_units'),
      elearning_units: units('elearning_units'),
      // Without a column, units of theory or practice take place at dates.
      has_dates: hasColumn ? YES.test(dates) : Number(units('theory_units')) + Number(units('practical_units')) > 0,
      price_euros: cell('price_euros').replace(/\s*(?:€|EUR|Euro)$/i, ''),
      credit_cost: cell('credit_cost'),
    });
    const problems = [
      ...(checked.error?.issues ?? []).map(({ path: [field], message }) => {
        const label = Object.entries(FIELD_LABELS).find(([name]) => name === field)?.[1];
        return label === undefined ? message : `${label}: ${message}`;
      }),
      ...(hasColumn && !YES.test(dates) && !NO.test(dates) ? [`„${dates}“ ist weder ja noch nein.`] : []),
      ...(cell('title') !== '' && known.some((title) => sameTitle(title, cell('title')))
        ? ['Ein Seminar mit diesem Titel gibt es schon.']
        : []),
    ];
    const form = problems.length === 0 && checked.success ? checked.data : null;
    if (form !== null) known.push(form.title);
    const isFree = form !== null && Number(readAmount(form.price_euros)) === 0;
    return {
      line: row.line,
      text: row.text,
      title: cell('title'),
      problems,
      doubts: isFree ? ['Der Preis ist 0 €: nicht mit Karte zu kaufen, nur mit Credits.'] : [],
      form,
    };
  });
}
