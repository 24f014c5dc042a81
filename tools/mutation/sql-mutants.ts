/** Small changes of SQL, each of which some test should notice. */

/** One change: where it stands in the text and what takes its place. */
export interface SqlMutant {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The whole text with the change in it. */
  readonly sql: string;
}

/** Patterns and what takes the place of a match; only inside of function bodies, constraints and policies. */
const CHANGES: readonly (readonly [RegExp, (match: string) => string])[] = [
  [/>=/g, () => '>'],
  [/<=/g, () => '<'],
  [/(?<= )>(?= )/g, () => '>='],
  [/(?<= )<(?= )/g, () => '<='],
  [/(?<= )=(?= )/g, () => '<>'],
  [/(?<= )<>(?= )/g, () => '='],
  [/(?<= )and(?= )/g, () => 'or'],
  [/(?<= )or(?= )/g, () => 'and'],
  [/not exists(?= \()/g, () => 'exists'],
  [/(?<!not |if )exists(?= \()/g, () => 'not exists'],
  [/is not null/g, () => 'is null'],
  [/is null/g, () => 'is not null'],
  [/(?<= )\+(?= )/g, () => '-'],
  [/(?<= )-(?= )/g, () => '+'],
  [/ for update(?! of)(?! to)(?= |;|$)/gm, () => ''],
  [/perform private\.nemus_refuse\([^;]*\);/g, (match) => `null;${'\n'.repeat(match.split('\n').length - 1)}`],
];

/** Blanks what a pattern finds, so that positions stay and nothing in it is changed. */
const blank = (sql: string, pattern: RegExp) => sql.replaceAll(pattern, (found) => found.replaceAll(/[^\n]/g, ' '));

/** What a change of would say nothing: comments, settings of functions, and functions that are no longer in force. */
function rulesOf(sql: string, replaced: readonly string[]): string {
  const code = [/--[^\n]*/g, /\/\*[\s\S]*?\*\//g, /\bset (search_path|plan_cache_mode) = \S+/g].reduce(blank, sql);
  return replaced
    .map((name) => new RegExp(`^create function ${name.replace('.', '\\.')}\\([\\s\\S]*?\\$\\$[\\s\\S]*?\\$\\$;`, 'gm'))
    .reduce(blank, code);
}

/**
 * All mutants of a migration, in the order of their places.
 *
 * @param replaced Functions that a later migration has anew, with their schema: what stands here of them is over.
 */
export function makeSqlMutants(sql: string, replaced: readonly string[] = []): SqlMutant[] {
  const code = rulesOf(sql, replaced);
  const mutants = CHANGES.flatMap(([pattern, change]) =>
    [...code.matchAll(pattern)].map((match) => ({ at: match.index, from: match[0], to: change(match[0]) })),
  );
  return mutants
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, from, to }) => ({
      line: sql.slice(0, at).split('\n').length,
      from: from.trim(),
      to: to.trim(),
      sql: sql.slice(0, at) + to + sql.slice(at + from.length),
    }));
}
