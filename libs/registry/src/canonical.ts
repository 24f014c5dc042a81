/**
 * Canonical JSON after RFC 8785 (JCS): object keys sorted by UTF-16 code units, no whitespace, numbers and strings as
 * ECMAScript writes them. The same value gives the same text everywhere, which is what a signature needs.
 * A property that is `undefined` is left out, as `JSON.stringify` does.
 *
 * Throws a TypeError for what JSON cannot say (functions, symbols, bigint, NaN, Infinity).
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not JSON.`);
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`A ${typeof value} is not JSON.`);
}
