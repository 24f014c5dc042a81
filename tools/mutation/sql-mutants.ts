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

/** The text with comments blanked, so that positions stay and nothing in them is changed. */
function withoutComments(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
}

/** All mutants of a migration, in the order of their places. */
export function makeSqlMutants(sql: string): SqlMutant[] {
  const code = withoutComments(sql);
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
