import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** At most `most` per key in windows of some milliseconds, counted in the memory of this process. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | null;

  constructor(most: number, windowMs: number) {
    // To the limiter, windows without a length would never end.
    this.#limiter = windowMs > 0 ? new RateLimiterMemory({ points: most, duration: windowMs / 1000 }) : null;
  }

  /**
   * Counts one more.
   *
   * @returns null when it is allowed; else the whole seconds until the key's window ends, at least 1.
   */
  async refuses(key: string): Promise<number | null> {
    try {
      await this.#limiter?.consume(key);
      return null;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw refused;
    }
  }
}
