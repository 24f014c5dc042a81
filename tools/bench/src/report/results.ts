/** Everything that was measured: numbers by condition, role, occasion, figure and variant, in the order of the rounds. */
export class Results {
  readonly #numbers = new Map<string, number[]>();

  /** @param round Left out, the numbers follow the earlier ones; a round without a number leaves a gap. */
  note(condition: string, role: string, occasion: string, variant: string, measured: object, round?: number) {
    for (const [figure, value] of Object.entries(measured)) {
      if (typeof value !== 'number') continue;
      const key = [condition, role, occasion, figure, variant].join('/');
      const row = this.#numbers.get(key) ?? [];
      row[round ?? row.length] = value;
      this.#numbers.set(key, row);
    }
  }

  /** Numbers of one variant; empty when it was not measured. */
  of(condition: string, role: string, occasion: string, figure: string, variant: string): readonly number[] {
    return this.#numbers.get([condition, role, occasion, figure, variant].join('/')) ?? [];
  }

  /** Every row of numbers by its key. */
  entries(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(
      [...this.#numbers].map(([key, values]) => [key, values.map((value) => Math.round(value * 100) / 100)]),
    );
  }
}
