import { z } from 'zod';
import type { Fitting } from './fitting';
import { refusalTexts } from './refusal-texts';
import { codedError, FAILURES } from './texts';

/**
 * Why a request to the backend failed. The message is the sentence for the code from the table of texts; the `cause` is
 * the message of database or gateway. `code` is the database's or the function's (`PGRST116`, `42501`,
 * `insufficient_credits`, …), `network` when no answer came, `malformed` when the answer does not match the schema.
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The refused field of a form, as the database names it: its message is shown there. */
  readonly field: string | undefined;
  /** The id under which a function of the backend has logged it. */
  readonly requestId: string | undefined;

  constructor(
    code: string,
    message: string,
    status: number,
    {
      field,
      requestId,
      ...options
    }: { cause?: unknown; field?: string | undefined; requestId?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.field = field;
    this.requestId = requestId;
  }
}

/** PostgREST's code for a missing single row. */
export const NO_ROW = 'PGRST116';

/** Code of the data client's own answer after a timeout. */
export const TIMEOUT = 'timeout';

/** The sentence for a failure whose code has none. */
export function textOf(status: number): string {
  if (status === 401) return FAILURES.session;
  if (status === 403) return FAILURES.forbidden;
  return FAILURES.server;
}

/** An answer of PostgREST: data, or why there are none. `status` is 0 when none arrived. */
export interface RestAnswer<Row = unknown> {
  readonly data: Row | null;
  readonly error: {
    readonly code?: string;
    readonly message: string;
    readonly hint?: string | null;
    /** Values of the backend's own refusal, as JSON. */
    readonly details?: string | null;
  } | null;
  readonly status: number;
}

/**
 * Unpacks the answer of a table or a function: the rows checked against the schema, or rejects with a {@link
 * DataError}. The schema must be possible for the columns' types in the database; for `jsonb` only the schema counts.
 *
 * @example
 * return readRows(await client.from('nemus_courses').select('*'), z.array(courseSchema));
 */
export function readRows<A extends RestAnswer, S extends z.ZodType>(
  answer: A,
  schema: S & Fitting<S, NonNullable<A['data']>>,
): Promise<z.output<S>> {
  return readAnswer(answer, schema);
}

/** Like {@link readRows}, when the schema was already compared with the columns, or their types are unknown. */
export async function readAnswer<S extends z.ZodType>(answer: RestAnswer, schema: S): Promise<z.output<S>> {
  if (answer.error) {
    // postgrest-js reports a failed fetch as an error without status and code.
    if (!answer.status) throw new DataError('network', FAILURES.network, 0, { cause: answer.error });
    throw await refusalOf(answer.error, answer.status);
  }
  return parseAnswer(answer.data, schema);
}

/** The field that the values of a refusal name. */
export function fieldOf(values: unknown): string | undefined {
  const named = z.object({ field: z.string() }).safeParse(values);
  return named.success ? named.data.field : undefined;
}

async function refusalOf(error: NonNullable<RestAnswer['error']>, status: number): Promise<DataError> {
  const own = codedError(error);
  // An intermediary, such as a gateway's own page, answers without a code.
  const { code, values } = own ?? { code: error.code ?? '', values: undefined };
  if (own) {
    // Without the sentences, for instance offline, the status decides.
    const texts = await refusalTexts();
    if (texts?.isRefusalCode(code)) {
      return new DataError(code, texts.readRefusal(code, values), status, { cause: error, field: fieldOf(values) });
    }
  }
  return new DataError(code, code === TIMEOUT ? FAILURES.timeout : textOf(status), status, { cause: error });
}

/** Checks a body from the backend. A wrong shape is an error of its own kind, never a half-filled page. */
export function parseAnswer<S extends z.ZodType>(body: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    throw new DataError('malformed', FAILURES.malformed, 200, { cause: parsed.error });
  }
  return parsed.data;
}
