/** Counts in fixed windows: at most `most` per key and window. */
export class RateLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, { readonly since: number; count: number }>();

  constructor(most: number, windowMs: number, now: () => number = Date.now) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** True when one more is allowed now; counts it then. */
  allows(key: string): boolean {
    const now = this.#now();
    const entry = this.#counts.get(key);
    if (!entry || now - entry.since >= this.#windowMs) {
      this.#forgetOld(now);
      this.#counts.set(key, { since: now, count: 1 });
      return true;
    }
    if (entry.count >= this.#most) return false;
    entry.count += 1;
    return true;
  }

  /** Whole seconds until the key's window ends; at least 1. */
  secondsLeft(key: string): number {
    const since = this.#counts.get(key)?.since ?? this.#now();
    return Math.max(1, Math.ceil((since + this.#windowMs - this.#now()) / 1000));
  }

  #forgetOld(now: number): void {
    if (this.#counts.size < 1000) return;
    for (const [key, { since }] of this.#counts) if (now - since >= this.#windowMs) this.#counts.delete(key);
  }
}
