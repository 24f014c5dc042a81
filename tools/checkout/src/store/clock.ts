/** The sandbox's time: the machine's, and as far ahead of it as a test has moved it. */
export class Clock {
  #offset: number;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#offset;
  }

  /** Moves time forward; it never runs back. */
  advance(seconds: number): void {
    this.#offset += Math.max(0, Math.floor(seconds));
  }

  get offset(): number {
    return this.#offset;
  }
}
