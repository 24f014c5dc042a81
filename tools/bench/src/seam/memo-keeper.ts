/** Stands in for `memo-keeper.ts` of `@nemus/start` where nothing is remembered of a start. */
export function createMemoKeeper() {
  return { remember: () => undefined, forgetPages: () => undefined };
}
