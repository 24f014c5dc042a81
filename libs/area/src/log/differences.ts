import { formatDate, formatDateTime } from '@nemus/ui';
import { columnLabel } from './column-words';
import type { LogLine } from './log-line';

/** A changed value; null where there is or was none. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns that change with every update and are not informative. */
const SILENT: ReadonlySet<string> = new Set(['updated_at']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** A stored value as people read it: days, times and yes or no in German, lists and objects without JSON. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'string')
    return DAY.test(value) ? formatDate(value) : MOMENT.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value)) return value.flatMap((item) => textOf(item) ?? []).join(', ') || null;
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = textOf(part);
    return text === null ? [] : [`${columnLabel(name)} ${text}`];
  });
  return parts.join(', ') || null;
}

/** Differences between the old and new row, by column name. */
export function differencesOf({ before, after }: Pick<LogLine, 'before' | 'after'>): Difference[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !SILENT.has(name))
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((value) => value.before !== value.after);
}
