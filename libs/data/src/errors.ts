import type { z } from 'zod';

/**
 * What went wrong while asking the backend, in the reader's words: what database and gateway say in English is the
 * `cause`.
 * `code` is the database's or the function's (`PGRST116`, `42501`, `insufficient_credits`, …), `network` when no
 * answer came, `malformed` when the answer was not what the schema says.
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(code: string, message: string, status: number, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}

/** PostgREST's code for "asked for one row, found none". */
export const NO_ROW = 'PGRST116';

/** Code of the data client's own answer when the server gave none in time; its words are German. */
export const TIMEOUT = 'timeout';

/** Words for a failure that the database did not word itself. */
function wordsOf(status: number): string {
  if (status === 401) return 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.';
  if (status === 403) return 'Für diese Daten fehlt Ihnen die Berechtigung.';
  return 'Der Server konnte die Anfrage nicht beantworten.';
}

/** What the service of tables answered: data, or why there are none. `status` is 0 when nothing came. */
export interface RestAnswer {
  readonly data: unknown;
  readonly error: { readonly code?: string; readonly message: string; readonly hint?: string | null } | null;
  readonly status: number;
}

/**
 * Unpacks the answer of a table request: the rows checked against the schema, or a {@link DataError}.
 *
 * @example
 * return readRows(await client.rest.from('nemus_courses').select('*'), z.array(courseSchema));
 */
export function readRows<T>(answer: RestAnswer, schema: z.ZodType<T>): T {
  if (answer.error) {
    // postgrest-js reports a failed fetch as an error without status and code.
    if (!answer.status) throw new DataError('network', 'Keine Verbindung zum Server.', 0, { cause: answer.error });
    // The database's own refusals carry the HTTP status in the code (`PT409`) and the coded reason in the hint.
    // Something in between, such as a gateway's own page, answers without a code.
    const { code = '', hint, message } = answer.error;
    const reason = code.startsWith('PT') && hint ? hint : null;
    const words = reason === null && code !== TIMEOUT ? wordsOf(answer.status) : message;
    throw new DataError(reason ?? code, words, answer.status, { cause: answer.error });
  }
  return parseAnswer(answer.data, schema);
}

/** Checks a body that came from the backend. A wrong shape is an error of its own kind, never a half-filled page. */
export function parseAnswer<T>(body: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    throw new DataError('malformed', 'Die Antwort des Servers war unvollständig.', 200, { cause: parsed.error });
  }
  return parsed.data;
}
