import { headLetters, type TableRow } from '@nemus/area/tables';
import { readDay } from '@nemus/ui';
import { readCategory } from './read-category';
import { readHours, unitOfHead, type HourUnit } from './read-hours';

/** What a column of a list of hours contains. */
export const HOUR_FIELD_LABELS = {
  day: 'Tag',
  minutes: 'Dauer',
  category: 'Art',
  case: 'Fall',
  site: 'Stätte',
  confirmer: 'Wer bestätigt',
  note: 'Notiz',
  ignored: 'Nicht übernehmen',
} as const;
export type HourField = keyof typeof HOUR_FIELD_LABELS;

/** One column of a list. */
export interface HourColumn {
  /** Its head, or the first cells. */
  readonly label: string;
  /** Null: unknown, to be chosen. */
  readonly field: HourField | null;
}

/** A list of hours: its columns, and the rows below its head. */
export interface HourTable {
  readonly columns: readonly HourColumn[];
  readonly rows: readonly TableRow[];
  /** Lines above the head, such as a title. */
  readonly above: number;
  /** The unit that the head of the duration names. */
  readonly unit: HourUnit | null;
}

/** Heads as letters only; ä can be `a` or `ae`. */
const HEADS: readonly (readonly [HourField, RegExp])[] = [
  ['day', /^(?:datum|tag|date|day|am|(?:behandlungs|sitzungs|termin)(?:datum|tag)|termin|start(?:date|datum|tag))$/],
  [
    'minutes',
    /^(?:dauer|minuten?|min|stunden(?:zahl)?|std|h|zeit|ue|(?:unterrichts)?einheiten|duration|minutes|hours)$/,
  ],
  ['category', /^(?:art|kategorie|tae?tigkeit(?:sart)?|leistung(?:sart)?|typ|bereich|category|type|activity)$/],
  ['case', /^(?:fall(?:code|nummer|nr)?|code|chiffre|(?:patient|klient)(?:in|en|innen)?(?:code|nr|nummer)?|pat|case)$/],
  ['site', /^(?:(?:weiterbildungs)?stae?tte|ort|klinik|arbeitsort|abschnitt|site|place)$/],
  [
    'confirmer',
    /^(?:werbestae?tigt|bestae?tigt(?:von|durch)|supervisor(?:in)?|anleiter(?:in)?|befugter?|leitung|dozent(?:in)?)$/,
  ],
  ['note', /^(?:notiz(?:en)?|bemerkung(?:en)?|beschreibung|inhalt|thema|kommentar|notes?|description|comment)$/],
];

const fieldOf = (head: string): HourField | null =>
  HEADS.find(([, pattern]) => pattern.test(headLetters(head)))?.[0] ?? null;

/** Lines in which the head is looked for. */
const MOST_TITLES = 10;
/** Share of cells that must be readable for a column without a head. */
const MOST_CELLS = 0.6;

/** Reads the columns of a list; heads decide, otherwise the content. */
export function readHourTable(given: readonly TableRow[]): HourTable {
  const at = given.slice(0, MOST_TITLES).findIndex(({ cells }) => {
    const fields = cells.map(fieldOf);
    return fields.includes('day') && fields.some((field) => field !== null && field !== 'day');
  });
  const head = given[at]?.cells;
  const rows = given.slice(at + 1);
  const width = Math.max(head?.length ?? 0, ...rows.map(({ cells }) => cells.length), 0);
  const places = Array.from({ length: width }, (_, place) => place);
  const named = places.map((place) => fieldOf(head?.[place] ?? ''));
  const fields = head ? byHead(named) : byContent(rows, places);
  return {
    columns: places.map((place) => {
      const examples = rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '');
      return {
        field: fields[place] ?? null,
        label: head?.[place] || examples.slice(0, 2).join(', ') || `Spalte ${place + 1}`,
      };
    }),
    rows,
    above: Math.max(at, 0),
    unit: unitOfHead(head?.[fields.indexOf('minutes')] ?? ''),
  };
}

/** The first column of each kind; others are left out once day and duration are known. */
function byHead(named: readonly (HourField | null)[]): (HourField | null)[] {
  const isComplete = named.includes('day') && named.includes('minutes');
  return named.map((field, place) =>
    field === null ? (isComplete ? 'ignored' : null) : named.indexOf(field) < place ? 'ignored' : field,
  );
}

/** Days, durations and kinds are recognised; other columns have to be chosen. */
function byContent(rows: readonly TableRow[], places: readonly number[]): (HourField | null)[] {
  const cellsOf = (place: number) => rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '');
  const readable = (place: number, test: (cell: string) => boolean) =>
    cellsOf(place).filter(test).length >= Math.max(1, cellsOf(place).length * MOST_CELLS);
  const day = places.find((place) => readable(place, (cell) => readDay(cell) !== null));
  const minutes = places.find(
    (place) => place !== day && readable(place, (cell) => readHours(cell, 'minutes') !== null),
  );
  const category = places.find((place) => readable(place, (cell) => readCategory(cell) !== null));
  return places.map((place) => {
    if (place === day) return 'day';
    if (place === minutes) return 'minutes';
    if (place === category) return 'category';
    return cellsOf(place).length === 0 ? 'ignored' : null;
  });
}

/** What is missing before hours can be read from these columns; null if nothing is. */
export function missingColumn(columns: readonly HourColumn[]): string | null {
  const count = (field: HourField) => columns.filter((column) => column.field === field).length;
  if (columns.some(({ field }) => field === null)) return 'Bitte wählen Sie, was in den Spalten steht.';
  if (count('day') !== 1) return 'Bitte wählen Sie genau eine Spalte mit dem Tag.';
  if (count('minutes') !== 1) return 'Bitte wählen Sie genau eine Spalte mit der Dauer.';
  const twice = (['category', 'case', 'site', 'confirmer', 'note'] as const).find((field) => count(field) > 1);
  return twice === undefined ? null : `Bitte wählen Sie „${HOUR_FIELD_LABELS[twice]}“ nur für eine Spalte.`;
}
