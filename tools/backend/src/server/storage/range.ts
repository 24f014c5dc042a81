import type { ByteRange } from '../api/request-context';

/**
 * Reads a `Range` header with one part. Several parts and suffixes ("the last n bytes") answer the whole file, which
 * RFC 9110 allows; browsers do not ask for them when a film is moved to another place.
 */
export function parseRange(header: string | null): ByteRange | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!match?.[1]) return null;
  const from = Number(match[1]);
  const to = match[2] ? Number(match[2]) : null;
  return to !== null && to < from ? null : { from, to };
}
