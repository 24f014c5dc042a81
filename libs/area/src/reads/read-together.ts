/** Number of changes. */
let changes = 0;
let isCounted = false;

/**
 * Something changed: later calls do not get an answer that was already on its way. Every root calls this on the event;
 * those with the same event share one request.
 */
export function noteChange(): void {
  if (isCounted) return;
  isCounted = true;
  changes += 1;
  queueMicrotask(() => (isCounted = false));
}

/**
 * Merges simultaneous calls into one request: a page may render a piece of the area many times, each in its own root
 * with its own cache. Nothing is cached after the answer.
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
