/** Limits of the shell in bytes as a server sends them (brotli, highest quality). */
export interface ShellBudget {
  /** Scripts and styles of the entry: what a form in the page needs before it can be used. */
  readonly entry: number;
  /** Scripts and styles that every visitor loads before a page is drawn, the entry's among them. */
  readonly start: number;
  /** What everybody needs beside that who is signed in: opening areas, and the libraries that they share. */
  readonly account: number;
  /** Every script and style of the build. */
  readonly total: number;
}

/** Sizes of a build, by the same names. */
export type ShellSizes = ShellBudget;

/** One sentence for every part that is too big. */
export function budgetProblems(sizes: ShellSizes, budget: ShellBudget): string[] {
  return (['entry', 'start', 'account', 'total'] as const).flatMap((part) =>
    sizes[part] > budget[part]
      ? [`The shell's "${part}" has ${sizes[part]} bytes (brotli); its budget is ${budget[part]}.`]
      : [],
  );
}
