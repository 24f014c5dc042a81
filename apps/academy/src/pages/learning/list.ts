/** A list with the element at `index` moved by a number of places; unchanged if there is no such place. */
export function moved<T>(list: readonly T[], index: number, by: number): T[] {
  const target = index + by;
  if (target < 0 || target >= list.length) return [...list];
  const next = [...list];
  next.splice(target, 0, ...next.splice(index, 1));
  return next;
}

/** A list with another element at `index`. */
export const replaced = <T>(list: readonly T[], index: number, element: T): T[] =>
  list.map((other, at) => (at === index ? element : other));

/** A list without the element at `index`. */
export const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);
