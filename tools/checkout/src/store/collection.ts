/** Objects of one kind by id, in the order of their making. Objects are replaced, never changed in place. */
export class Collection<T extends { readonly id: string }> {
  readonly #items = new Map<string, T>();

  constructor(items: readonly T[] = []) {
    for (const item of items) this.put(item);
  }

  get(id: string): T | undefined {
    return this.#items.get(id);
  }

  /** Adds or replaces; returns the stored object. */
  put(item: T): T {
    this.#items.set(item.id, item);
    return item;
  }

  delete(id: string): void {
    this.#items.delete(id);
  }

  /** All objects, oldest first. */
  all(): T[] {
    return [...this.#items.values()];
  }

  filter(keep: (item: T) => boolean): T[] {
    return this.all().filter(keep);
  }

  find(matches: (item: T) => boolean): T | undefined {
    return this.all().find(matches);
  }
}
