import type { z } from 'zod';
import type { Fitting } from './fitting';

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
export interface RestAnswer<Row = unknown> {
  readonly data: Row | null;
  readonly error: { readonly code?: string; readonly message: string; readonly hint?: string | null } | null;
  readonly status: number;
}

/**
 * Unpacks the answer of a table or a function of the database: the rows checked against the schema, or a
 * {@link DataError}. What the schema expects of a column has to be possible for it by the types of the database; what
 * stands in `jsonb` the schema alone knows.
 *
 * @example
 * return readRows(await client.from('nemus_courses').select('*'), z.array(courseSchema));
 */
export function readRows<A extends RestAnswer, S extends z.ZodType>(
  answer: A,
  schema: S & Fitting<S, NonNullable<A['data']>>,
): z.output<S> {
  return readAnswer(answer, schema);
}

/** {@link readRows} where the schema was compared with the columns before, or nothing is known of them. */
export function readAnswer<S extends z.ZodType>(answer: RestAnswer, schema: S): z.output<S> {
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
export function parseAnswer<S extends z.ZodType>(body: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    throw new DataError('malformed', 'Die Antwort des Servers war unvollständig.', 200, { cause: parsed.error });
  }
  return parsed.data;
}
