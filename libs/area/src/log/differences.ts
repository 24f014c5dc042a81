import type { LogLine } from './log-line';

/** A changed value; null where there is or was none. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns that change with every update and are not informative. */
const SILENT: ReadonlySet<string> = new Set(['updated_at']);

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Differences between the old and new row, by column name. */
export function differencesOf({ before, after }: Pick<LogLine, 'before' | 'after'>): Difference[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !SILENT.has(name))
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((value) => value.before !== value.after);
}
