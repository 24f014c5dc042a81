import canonicalize from 'canonicalize';

/**
 * Canonical JSON after RFC 8785 (JCS): object keys sorted by UTF-16 code units, no whitespace, numbers and strings as
 * ECMAScript writes them. The same value gives the same text everywhere, as a signature requires. Properties that are
 * `undefined` are dropped, as in `JSON.stringify`.
 *
 * Throws for what JSON cannot express: bigint, NaN, Infinity, lone surrogates, cycles; at the top level also functions,
 * symbols and `undefined`.
 *
 * `canonicalize` 4: the fifth version calls `String.isWellFormed`, which Firefox 115 does not have.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError(`A ${typeof value} is not JSON.`);
  return text;
}
