/** Stands in for the shell's `start/memo-keeper.ts` where nothing is remembered of a start. */
export function createMemoKeeper() {
  return { remember: () => undefined, forgetPages: () => undefined };
}
