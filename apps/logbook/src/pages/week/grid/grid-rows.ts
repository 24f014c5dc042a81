import { HOUR_CATEGORIES, type HourCategory, type LogbookCase, type LogbookEntry } from '@nemus/data';
import { minutesOf, writeDurations, readDurations } from '../../../entries/duration';
import type { LocalEntry } from '../../../outbox/local-entries';

/** A row of the week's grid: what is done with whom. */
export interface GridRow {
  readonly category: HourCategory;
  /** Empty: no case. */
  readonly case_id: string;
}

/** Most rows that open cases alone make. */
const MOST_SUGGESTED = 12;

/** Names a row, also in an address. */
export const rowKey = ({ category, case_id: of }: GridRow): string => `${category} ${of}`;

const rowOf = ({ category, case_id: of }: Pick<LogbookEntry, 'category' | 'case_id'>): GridRow => ({
  category,
  case_id: of ?? '',
});

/**
 * The rows of a week: those of its own entries and of the week before, or else the open cases; of what is typed, and
 * added ones. A case that was closed before the week only has a row for its entries.
 */
export function rowsOf(
  {
    entries,
    kept,
    before,
    added,
  }: {
    readonly entries: readonly LogbookEntry[];
    readonly kept: readonly LocalEntry[];
    readonly before: readonly LogbookEntry[];
    readonly added: readonly GridRow[];
  },
  cases: readonly LogbookCase[],
  monday: string,
): readonly GridRow[] {
  const isOpen = (of: string) => {
    const closed = cases.find(({ id }) => id === of)?.closed_on ?? null;
    return closed === null || closed >= monday;
  };
  const former = [...entries.map(rowOf), ...before.map(rowOf).filter(({ case_id: of }) => isOpen(of))];
  const open = cases.filter(({ id }) => isOpen(id)).slice(0, MOST_SUGGESTED);
  const suggested = (open.length === 0 ? [''] : open.map(({ id }) => id)).map((of): GridRow => ({
    category: 'practice',
    case_id: of,
  }));
  const found = new Map(
    [
      ...(former.length === 0 ? suggested : former),
      ...kept.map(({ form: { category, case_id: of } }): GridRow => ({ category, case_id: of })),
      ...added,
    ].map((row) => [rowKey(row), row]),
  );
  const placeOf = ({ category, case_id: of }: GridRow) =>
    HOUR_CATEGORIES.indexOf(category) * 10_000 + cases.findIndex(({ id }) => id === of);
  return [...found.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** One cell: the entries of a row on a day. */
export interface GridCell {
  /** Minutes on the server. */
  readonly stored: number;
  /** Minutes on the way there. */
  readonly sent: number;
  /** New entries of this device that are not saved yet: what the field of the cell stands for. */
  readonly typed: readonly LocalEntry[];
  /** What the field shows. */
  readonly text: string;
  readonly minutes: number;
  /** Why the server refuses it. */
  readonly problem: string | null;
  /** One text can stand for all that is typed: it differs in its durations only. */
  readonly isPlain: boolean;
}

/** Whether a local entry is input of a cell: new, and not on its way. */
export const isTyped = ({ revision, wanted, problem }: LocalEntry) =>
  revision === null && (!wanted || problem !== null);

/** All of a form except its duration. */
const restOf = ({ form }: LocalEntry) => JSON.stringify({ ...form, minutes: '' });

function textOf(typed: readonly LocalEntry[]): string {
  const texts = typed.map(({ form }) => form.minutes);
  const durations = texts.map(readDurations);
  return durations.every((each) => each !== null) && texts.length > 1
    ? writeDurations(durations.flat())
    : texts.join(' + ');
}

/** The cell of a row on a day. */
export function cellOf(
  row: GridRow,
  day: string,
  entries: readonly LogbookEntry[],
  kept: readonly LocalEntry[],
): GridCell {
  const here = new Set(kept.map(({ id }) => id));
  const own = kept.filter(
    ({ form }) => form.done_on === day && form.category === row.category && form.case_id === row.case_id,
  );
  const typed = own.filter(isTyped);
  const text = textOf(typed);
  const stored = entries.filter(
    (entry) =>
      entry.done_on === day &&
      rowKey(rowOf(entry)) === rowKey(row) &&
      entry.corrected_by === null &&
      !here.has(entry.id),
  );
  return {
    stored: stored.reduce((sum, { minutes }) => sum + minutes, 0),
    sent: own.filter((entry) => !isTyped(entry)).reduce((sum, { form }) => sum + minutesOf(form.minutes), 0),
    typed,
    text,
    minutes: minutesOf(text),
    problem: typed.find(({ problem }) => problem !== null)?.problem?.message ?? null,
    isPlain: new Set(typed.map(restOf)).size <= 1,
  };
}
