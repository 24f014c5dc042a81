/** An error of the database, as PostgREST passes it on. */
export interface DatabaseError {
  readonly code?: string | undefined;
  readonly hint?: string | null | undefined;
  readonly details?: string | null | undefined;
}

/** A refusal of the database's own: a code, and the values that belong to it. */
export interface CodedError {
  readonly code: string;
  /** As received; `undefined` without any. */
  readonly values: unknown;
}

/** The code and values of an error that the database raised itself (`PTnnn`); null for every other error. */
export function codedError({ code = '', hint, details }: DatabaseError): CodedError | null {
  if (!/^PT\d{3}$/.test(code) || !hint) return null;
  return { code: hint, values: parseValues(details) };
}

function parseValues(details: string | null | undefined): unknown {
  if (!details) return undefined;
  try {
    return JSON.parse(details);
  } catch {
    return undefined;
  }
}
