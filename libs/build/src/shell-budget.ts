/** Limits of the shell in bytes as a server sends them (brotli, highest quality). */
export interface ShellBudget {
  /** Scripts and styles of the entry: what a form in the page needs to work. */
  readonly entry: number;
  /** Scripts and styles that every visitor loads before a page is rendered, including the entry. */
  readonly start: number;
  /** What signed-in users also need: opening areas, and the libraries that they share. */
  readonly account: number;
  /** All scripts and styles of the shell. */
  readonly total: number;
}

/** Sizes of a build, by the same names. */
export type ShellSizes = ShellBudget;

/** One sentence for every part above its limit. */
export function budgetProblems(sizes: ShellSizes, budget: ShellBudget): string[] {
  return (['entry', 'start', 'account', 'total'] as const).flatMap((part) =>
    sizes[part] > budget[part]
      ? [`The shell's "${part}" has ${sizes[part]} bytes (brotli); its budget is ${budget[part]}.`]
      : [],
  );
}
