/**
 * A lock for one thing that many use in turn. Who already holds it gets it again at once, so that work inside a
 * transaction may ask for the connection a second time without waiting for itself.
 */
export class OwnerLock {
  #owner: object | null = null;
  #depth = 0;
  readonly #waiting: { readonly owner: object; readonly grant: () => void }[] = [];

  /** Resolves when the owner holds the lock; every call needs its own {@link release}. First come, first served. */
  acquire(owner: object): Promise<void> {
    if (this.#owner === null || this.#owner === owner) {
      this.#owner = owner;
      this.#depth += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push({ owner, grant: resolve });
    });
  }

  /** Gives up one {@link acquire}; with the last one the next in line holds the lock. */
  release(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    const next = this.#waiting.shift();
    this.#owner = next?.owner ?? null;
    this.#depth = next ? 1 : 0;
    next?.grant();
  }
}
