import { headLetters, type TableRow } from '@nemus/area/tables';
import { ENTRY_ATTRIBUTE_LABELS, ENTRY_ATTRIBUTES, type EntryAttribute } from '@nemus/data';
import { readDay } from '@nemus/ui';
import { readAttribute } from './read-attribute';
import { readCategory } from './read-category';
import { readHours, unitOfHead, type HourUnit } from './read-hours';

/** What a column of a list of hours contains. */
export const HOUR_FIELD_LABELS = {
  day: 'Tag',
  minutes: 'Dauer',
  category: 'Kategorie',
  case: 'Fall',
  site: 'Stätte',
  confirmer: 'Wer bestätigt',
  note: 'Notiz',
  issuer: 'Ausgestellt von',
  id: 'Kennung',
  corrects: 'Korrigiert',
  sample: 'Beispiel',
  ...ENTRY_ATTRIBUTE_LABELS,
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

/** Columns that are read as they are. */
export const PLAIN_FIELDS = ['note', 'issuer', 'id', 'corrects', 'sample'] as const;

/** Columns whose values stand for something that the logbook has a list of. */
export const VALUE_FIELDS = ['category', 'case', 'site', 'confirmer', ...ENTRY_ATTRIBUTES] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/** Heads as letters only; ä can be `a` or `ae`. A head can mean several things: see {@link byHead}. */
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
  ['setting', /^(?:rahmen|setting|versorgung(?:sform)?|ambulantstationae?r)$/],
  ['form', /^(?:(?:therapie|behandlungs)?form|setting|einzel(?:n)?(?:oder)?gruppe|gruppe)$/],
  ['age_group', /^(?:alters(?:gruppe|bereich|klasse)|kinderjugendlicheerwachsene|agegroup)$/],
  ['procedure', /^(?:(?:therapie|richtlinien)?verfahren|methode|procedure)$/],
  ['service', /^(?:leistung(?:sart)?|besondereleistung|service)$/],
  ['note', /^(?:notiz(?:en)?|bemerkung(?:en)?|beschreibung|inhalt|thema|kommentar|notes?|description|comment)$/],
  // In the portal's own table: the rows that are no hours, or no longer count.
  ['issuer', /^ausgestelltvon$/],
  ['id', /^kennung$/],
  ['corrects', /^korrigiert$/],
  ['sample', /^beispiel$/],
];

const fieldsOf = (head: string): HourField[] =>
  HEADS.filter(([, pattern]) => pattern.test(headLetters(head))).map(([field]) => field);

/** Lines in which the head is looked for. */
const MOST_TITLES = 10;
/** Share of cells that must be readable for a column without a head. */
const MOST_CELLS = 0.6;

/** Reads the columns of a list; heads decide, otherwise the content. */
export function readHourTable(given: readonly TableRow[]): HourTable {
  const at = given.slice(0, MOST_TITLES).findIndex(({ cells }) => {
    const fields = cells.flatMap(fieldsOf);
    return fields.includes('day') && fields.some((field) => field !== 'day');
  });
  const head = given[at]?.cells;
  const rows = given.slice(at + 1);
  const width = Math.max(head?.length ?? 0, ...rows.map(({ cells }) => cells.length), 0);
  const places = Array.from({ length: width }, (_, place) => place);
  const fields = head ? byHead(head, rows, places) : byContent(rows, places);
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

/** Whether the cells of a column can be read as what it may contain. */
const isReadable = (rows: readonly TableRow[], place: number, test: (cell: string) => boolean) => {
  const cells = rows.map((row) => row.cells[place] ?? '').filter((cell) => cell !== '');
  return cells.filter(test).length >= Math.max(1, cells.length * MOST_CELLS);
};

/** Whether a column has words of an attribute. Digits are codes, not values. */
const hasAttribute = (rows: readonly TableRow[], place: number, name: EntryAttribute) =>
  isReadable(rows, place, (cell) => !/\d/.test(cell) && readAttribute(name, cell) !== null);

/**
 * The first column of each kind; others are left out once day and duration are known. A column is an attribute if its
 * cells say so too: "Setting" can be ambulatory or in a group, "Methode" anything.
 */
function byHead(head: readonly string[], rows: readonly TableRow[], places: readonly number[]): (HourField | null)[] {
  const taken = new Set<HourField>();
  const fields = places.map((place): HourField | null => {
    const meant = fieldsOf(head[place] ?? '');
    const field = meant.find((one) => {
      const name = ENTRY_ATTRIBUTES.find((attribute) => attribute === one);
      return !taken.has(one) && (name === undefined || hasAttribute(rows, place, name));
    });
    if (field === undefined) return meant.some((one) => taken.has(one)) ? 'ignored' : null;
    taken.add(field);
    return field;
  });
  const isComplete = taken.has('day') && taken.has('minutes');
  return fields.map((field) => (field === null && isComplete ? 'ignored' : field));
}

/** Days, durations, kinds and attributes are recognised; other columns have to be chosen. */
function byContent(rows: readonly TableRow[], places: readonly number[]): (HourField | null)[] {
  const taken = new Map<number, HourField>();
  const find = (field: HourField, fits: (place: number) => boolean) => {
    const place = places.find((one) => !taken.has(one) && fits(one));
    if (place !== undefined) taken.set(place, field);
  };
  find('day', (place) => isReadable(rows, place, (cell) => readDay(cell) !== null));
  find('minutes', (place) => isReadable(rows, place, (cell) => readHours(cell, 'minutes') !== null));
  find('category', (place) => isReadable(rows, place, (cell) => readCategory(cell) !== null));
  for (const name of ENTRY_ATTRIBUTES) find(name, (place) => hasAttribute(rows, place, name));
  return places.map((place) => {
    const isEmpty = rows.every(({ cells }) => (cells[place] ?? '') === '');
    return taken.get(place) ?? (isEmpty ? 'ignored' : null);
  });
}

/** What is missing before hours can be read from these columns; null if nothing is. */
export function missingColumn(columns: readonly HourColumn[]): string | null {
  const count = (field: HourField) => columns.filter((column) => column.field === field).length;
  if (columns.some(({ field }) => field === null)) return 'Bitte wählen Sie, was in den Spalten steht.';
  if (count('day') !== 1) return 'Bitte wählen Sie genau eine Spalte mit dem Tag.';
  if (count('minutes') !== 1) return 'Bitte wählen Sie genau eine Spalte mit der Dauer.';
  const twice = [...VALUE_FIELDS, ...PLAIN_FIELDS].find((field) => count(field) > 1);
  return twice === undefined ? null : `Bitte wählen Sie „${HOUR_FIELD_LABELS[twice]}“ nur für eine Spalte.`;
}
