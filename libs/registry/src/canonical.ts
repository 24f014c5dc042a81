import canonicalize from 'canonicalize';

/**
 * Canonical JSON after RFC 8785 (JCS): object keys sorted by UTF-16 code units, no whitespace, numbers and strings as
 * ECMAScript writes them. The same value gives the same text everywhere, which is what a signature needs.
 * A property that is `undefined` is left out, as `JSON.stringify` does.
 *
 * Throws for what JSON cannot say: bigint, NaN, Infinity, half of a surrogate pair, a circle; at the top also functions,
 * symbols and `undefined`.
 *
 * `canonicalize` 4: the fifth version calls `String.isWellFormed`, which Firefox 115 has not.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError(`A ${typeof value} is not JSON.`);
  return text;
}
