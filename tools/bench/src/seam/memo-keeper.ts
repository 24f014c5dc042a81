/** Replaces `memo-keeper.ts` of `@nemus/start` where no start is remembered. */
export function createMemoKeeper() {
  return { remember: () => undefined, forgetPages: () => undefined };
}
