/**
 * How values of the wire protocol become JSON. PostgREST lets Postgres itself write the JSON, so `numeric` is a number
 * and a timestamp is ISO 8601; lite hands out the raw text ("120.00", "2030-01-01 00:00:00+00").
 */

/** Type numbers of Postgres (`pg_type.oid`), fixed since its beginning. */
export const OID = {
  text: 25,
  json: 114,
  jsonb: 3802,
  varchar: 1043,
  numeric: 1700,
  timestamp: 1114,
  timestamptz: 1184,
} as const;

/**
 * A filter's value for a column of text. lite reads `eq.true` as a boolean and `eq.{a,b}` as an array before it knows the
 * column; PostgREST compares the text, and the embedded Postgres would refuse what is none.
 */
export function writeText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** A `numeric` as number; NaN and infinities stay text, as PostgREST has them. */
export function parseNumeric(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** "2030-01-01 00:00:00.5" becomes "2030-01-01T00:00:00.5". */
export function parseTimestamp(text: string): string {
  return text.replace(' ', 'T');
}

/** "2030-01-01 00:00:00+00" becomes "2030-01-01T00:00:00+00:00". */
export function parseTimestamptz(text: string): string {
  return parseTimestamp(text).replace(/([+-]\d\d)$/, '$1:00');
}
