/**
 * Waits for something, but not long: resolves with it, or after its time. What is waited for goes on by itself.
 *
 * @param patience milliseconds
 */
export function withPatience(wait: Promise<void>, patience: number): Promise<void> {
  return Promise.race([wait, new Promise<void>((resolve) => setTimeout(resolve, patience))]);
}
