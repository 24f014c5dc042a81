/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that a `Range` header asks for (RFC 9110 §14): players seek with it.
 *
 * @param size length of the file in bytes.
 * @returns `whole` without a header, or with one that a server may ignore (several parts, other units);
 *   `unsatisfiable` when the part begins behind the end.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return 'whole';
  // "-500" are the last 500 bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || start > end) return 'unsatisfiable';
  return { start, end };
}
