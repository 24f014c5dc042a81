import {
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTES,
  entryAttributesSchema,
  hourCategorySchema,
  searchText,
  type HourCategory,
  type LogbookFields,
  type LogbookSite,
  type WholeLogbookRow,
} from '@nemus/data';
import { dayProblem, formatDate, readDay } from '@nemus/ui';
import { HINT_WORDS, personHint } from '../../entries/person-hint';
import { FIRST_ENTRY_DAY, today } from '../../week/week';
import { confirmersFor, type EntryChoices } from '../week/EntryFields';
import { PLAIN_FIELDS, VALUE_FIELDS, type HourField, type HourTable, type ValueField } from './hour-columns';
import { readAttribute } from './read-attribute';
import { readCategory } from './read-category';
import { readHours, type HourUnit } from './read-hours';

/** The value without a counterpart in the logbook. */
export const NONE = 'none';
/** A case is made for this value. */
export const NEW_CASE = 'new';

/** What people chose for a list. */
export interface HourChoices {
  /** Of durations without one. */
  readonly unit: HourUnit | null;
  /**
   * By cell: a category, the value of an attribute, or the id of a case, site or confirmer; where nothing is chosen,
   * {@link suggestedFor} counts.
   */
  readonly values: Readonly<Partial<Record<ValueField, ReadonlyMap<string, string>>>>;
  /** Of rows without one. */
  readonly category: HourCategory | null;
  readonly confirmer: string | null;
  /** Imports rows again that are in the logbook already. */
  readonly again: boolean;
}

/** One row of a list. */
export interface HourRow {
  /** Number in the list as it was given, from 1. */
  readonly line: number;
  /** As read; otherwise as written. */
  readonly day: string;
  readonly minutes: number | null;
  readonly category: HourCategory | null;
  /** Null: not imported, for `problems` or because it is known. */
  readonly fields: LogbookFields | null;
  /** The cell that a new case is made for. */
  readonly newCase: string | null;
  /** German sentences why it cannot be imported. */
  readonly problems: readonly string[];
  /** German sentences on what is uncertain, or is left out. */
  readonly doubts: readonly string[];
  /** The logbook has an entry of this day, kind and duration. */
  readonly isKnown: boolean;
}

/** The counterpart of a cell: the same name or code; {@link NONE} if there is none. */
export function suggestedFor(field: ValueField, cell: string, { cases, sites, confirmers }: EntryChoices): string {
  const same = (name: string) => searchText(name) === searchText(cell);
  if (field === 'category') return readCategory(cell) ?? NONE;
  if (field === 'case') return cases.find(({ code }) => same(code))?.id ?? NONE;
  if (field === 'site') return sites.find(({ name }) => same(name))?.id ?? NONE;
  if (field === 'confirmer') return confirmers.find(({ name }) => same(name))?.id ?? NONE;
  return readAttribute(field, cell) ?? NONE;
}

/** The different values of a column, in their order. */
export function valuesOf({ columns, rows }: HourTable, field: ValueField): readonly string[] {
  const place = columns.findIndex((column) => column.field === field);
  return [...new Set(rows.map(({ cells }) => cells[place] ?? ''))].filter((cell) => cell !== '');
}

/** Of a row that is not imported. */
const NOTHING = { minutes: null, category: null, fields: null, newCase: null, doubts: [], isKnown: false } as const;

const keyOf = (day: string, category: string, minutes: number) => `${day} ${category} ${minutes}`;

/**
 * What the logbook has already: entries of the same kind, and minutes of each day. Replaced entries and certificates
 * from elsewhere are left out.
 */
function readPresent(present: readonly WholeLogbookRow[]) {
  const replaced = new Set(present.map(({ corrects }) => corrects));
  const entries = new Map<string, number>();
  const minutesOfDay = new Map<string, number>();
  for (const { id, done_on: day, category, minutes, issuer } of present) {
    if (replaced.has(id) || issuer !== null) continue;
    const key = keyOf(day, category, minutes);
    entries.set(key, (entries.get(key) ?? 0) + 1);
    minutesOfDay.set(day, (minutesOfDay.get(day) ?? 0) + minutes);
  }
  return { entries, minutesOfDay };
}

const isWithin = ({ started_on: from, ended_on: until }: LogbookSite, day: string) =>
  day >= from && (until === null || day <= until);

/** The days of a list can be written with a time: `01.02.2026 09:30`. */
const withoutTime = (cell: string) => cell.replace(/[ T]\d{1,2}:\d{2}(?::\d{2})?$/, '');

/** Reads every row of a list, with what is wrong or doubtful about it. */
export function readHourRows(
  table: HourTable,
  choices: HourChoices,
  lists: EntryChoices,
  present: readonly WholeLogbookRow[],
): readonly HourRow[] {
  const { entries, minutesOfDay } = readPresent(present);
  const placeOf = (field: HourField) => table.columns.findIndex((column) => column.field === field);
  const at = new Map(
    (['day', 'minutes', ...PLAIN_FIELDS, ...VALUE_FIELDS] as const).map((field) => [field, placeOf(field)]),
  );
  const corrected = new Set(table.rows.map(({ cells }) => cells[placeOf('corrects')] ?? '').filter(Boolean));
  return table.rows.map(({ line, cells }): HourRow => {
    const cellOf = (field: Exclude<HourField, 'ignored'>) => cells[at.get(field) ?? -1] ?? '';
    const chosenFor = (field: ValueField) => {
      const cell = cellOf(field);
      const value = cell === '' ? NONE : (choices.values[field]?.get(cell) ?? suggestedFor(field, cell, lists));
      return value === NONE ? null : value;
    };
    const problems: string[] = [];
    const doubts: string[] = [];
    const written = withoutTime(cellOf('day'));
    const day = readDay(written, { min: FIRST_ENTRY_DAY, max: today() });
    // As hours, it would count a second time, or without proof.
    const other =
      cellOf('issuer') !== ''
        ? 'Zertifikate werden mit ihrer Datei eingetragen.'
        : corrected.has(cellOf('id'))
          ? 'Zu diesem Eintrag gibt es eine Berichtigung.'
          : cellOf('sample') === 'ja'
            ? 'Der Eintrag gehört zu den Beispieldaten.'
            : null;
    if (other !== null) return { ...NOTHING, line, day: day ?? written, problems: [other] };
    const wrongDay = day === null ? null : dayProblem(day, { min: FIRST_ENTRY_DAY });
    if (day === null) problems.push(`Der Tag „${written}“ ist nicht lesbar.`);
    else if (wrongDay !== null) problems.push(wrongDay);
    else if (day > today()) problems.push('Der Tag liegt in der Zukunft.');
    else if (written.includes('/')) doubts.push(`Der Tag „${written}“ ist als ${formatDate(day)} gelesen.`);

    const minutes = readHours(cellOf('minutes'), choices.unit);
    if (minutes === null) problems.push(`Die Dauer „${cellOf('minutes')}“ ist nicht lesbar, oder länger als ein Tag.`);
    else if (minutes > 720) doubts.push('Die Dauer ist länger als 12 Stunden.');

    const category =
      hourCategorySchema.nullable().catch(null).parse(chosenFor('category')) ??
      (cellOf('category') === '' ? choices.category : null);
    if (category === null) {
      problems.push(
        cellOf('category') === '' ? 'Die Art fehlt.' : `Die Art „${cellOf('category')}“ ist nicht zugeordnet.`,
      );
    }
    const note = cellOf('note');
    if (note.length > 2_000) problems.push('Die Notiz hat mehr als 2.000 Zeichen.');
    const hint = personHint(note);
    if (hint !== null) doubts.push(`Notiz: ${HINT_WORDS[hint]}`);
    const attributes = entryAttributesSchema.parse(
      Object.fromEntries(ENTRY_ATTRIBUTES.map((name) => [name, chosenFor(name)])),
    );
    for (const name of ENTRY_ATTRIBUTES) {
      const cell = cellOf(name);
      if (cell !== '' && attributes[name] === null && choices.values[name]?.get(cell) === undefined) {
        doubts.push(`${ENTRY_ATTRIBUTE_LABELS[name]}: „${cell}“ ist nicht zugeordnet.`);
      }
    }
    if (day === null || minutes === null || category === null || problems.length > 0) {
      return { ...NOTHING, line, day: day ?? written, minutes, category, problems, doubts };
    }

    const key = keyOf(day, category, minutes);
    const left = entries.get(key) ?? 0;
    const isKnown = left > 0;
    if (isKnown) entries.set(key, left - 1);
    const read = { line, day, minutes, category, isKnown };
    if (isKnown && !choices.again) return { ...read, fields: null, newCase: null, problems, doubts };

    const taken = (minutesOfDay.get(day) ?? 0) + minutes;
    if (taken > 1440) {
      return { ...read, fields: null, newCase: null, problems: ['Der Tag hätte damit mehr als 24 Stunden.'], doubts };
    }
    minutesOfDay.set(day, taken);

    const site = lists.sites.find(({ id }) => id === chosenFor('site'));
    const isThere = site !== undefined && isWithin(site, day);
    if (site !== undefined && !isThere) doubts.push(`Ohne Stätte: ${site.name} gilt nicht für diesen Tag.`);
    const treated = chosenFor('case');
    const known = lists.cases.find(({ id }) => id === treated);
    const isClosed = known !== undefined && known.closed_on !== null && day > known.closed_on;
    if (isClosed) doubts.push(`Ohne Fall: ${known.code} war an diesem Tag schon abgeschlossen.`);
    const person = cellOf('confirmer') === '' ? choices.confirmer : chosenFor('confirmer');
    const isPossible = confirmersFor(lists.confirmers, category, day, isThere ? site.name : '').some(
      ({ id }) => id === person,
    );
    if (person !== null && !isPossible) {
      const name = lists.confirmers.find(({ id }) => id === person)?.name ?? cellOf('confirmer');
      doubts.push(`Ohne Person: ${name} bestätigt diese Art an diesem Tag nicht.`);
    }
    return {
      ...read,
      problems,
      doubts,
      newCase: treated === NEW_CASE ? cellOf('case') : null,
      fields: {
        done_on: day,
        category,
        minutes,
        competency: null,
        level: null,
        note,
        site_id: isThere ? site.id : null,
        case_id: known !== undefined && !isClosed ? known.id : null,
        confirmer_id: isPossible ? person : null,
        ...attributes,
      },
    };
  });
}
