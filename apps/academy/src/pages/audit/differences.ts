import type { AuditLine } from '@nemus/data';

/** A value that an act changed; `undefined` where there was or is none. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Columns that change with every change and say nothing of it. */
const SILENT: ReadonlySet<string> = new Set(['updated_at']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What differs between the row before and after, by the names of its columns. */
export function differencesOf({ before, after }: Pick<AuditLine, 'before' | 'after'>): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((name) => !SILENT.has(name))
    .map((name) => {
      const [was, is] = [before?.[name], after?.[name]];
      return {
        name,
        before: was === undefined || was === null ? undefined : textOf(was),
        after: is === undefined || is === null ? undefined : textOf(is),
      };
    })
    .filter((value) => value.before !== value.after);
}
