/** Median and the middle half of a row of numbers. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Quantile of the numbers, with interpolation and without gaps. NaN without numbers. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/**
 * Median ratio of two rows that were measured in turn, by pairs, so that a busy moment of the machine, which slows both
 * down, does not count.
 */
export function pairedRatio(values: readonly number[], base: readonly number[]): Spread {
  return spreadOf(values.slice(0, base.length).map((value, index) => value / (base[index] ?? Number.NaN)));
}
