/** How often something was changed. */
let changes = 0;
let isCounted = false;

/**
 * Something was changed: who asks from now on gets no answer that was on its way before. Every root says so when it hears
 * of it; those that hear together ask together.
 */
export function noteChange(): void {
  if (isCounted) return;
  isCounted = true;
  changes += 1;
  queueMicrotask(() => (isCounted = false));
}

/**
 * Makes one question of those that are asked at the same moment: a page may draw a piece of the area many times, each in
 * a root with a cache of its own. Nothing is kept once it is answered.
 *
 * @example
 * const together = readTogether<OpenPurchase[]>();
 * queryFn: () => together(userId, () => fetchOpenPurchases(client))
 */
export function readTogether<T>(): (account: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, { readonly since: number; readonly answer: Promise<T> }>();
  return (account, read) => {
    const asked = running.get(account);
    if (asked?.since === changes) return asked.answer;
    const answer = read().finally(() => {
      if (running.get(account) === begun) running.delete(account);
    });
    const begun = { since: changes, answer };
    running.set(account, begun);
    return answer;
  };
}
