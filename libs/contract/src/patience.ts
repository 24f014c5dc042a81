/**
 * Waits for a promise for a limited time: resolves with it, or when the time is over. The promise itself goes on.
 *
 * @param patience milliseconds
 */
export function withPatience(wait: Promise<void>, patience: number): Promise<void> {
  return Promise.race([wait, new Promise<void>((resolve) => setTimeout(resolve, patience))]);
}
