/** One request at a time per key, and no further one after it succeeded; a failure is forgotten. */
export function cacheSuccess<T>(kept: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const started = start();
  kept.set(key, started);
  started.catch(() => {
    if (kept.get(key) === started) kept.delete(key);
  });
  return started;
}
