/**
 * Makes one question of those that are asked at the same moment: a page may draw a piece of the area many times, each in
 * a root with a cache of its own. Nothing is kept once it is answered.
 *
 * @example
 * const together = readTogether<OpenPurchase[]>();
 * queryFn: () => together(userId, () => fetchOpenPurchases(client))
 */
export function readTogether<T>(): (account: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (account, read) => {
    const asked = running.get(account);
    if (asked) return asked;
    const begun = read().finally(() => running.delete(account));
    running.set(account, begun);
    return begun;
  };
}
