import { z } from 'zod';

/** An error of Postgres in the words of PostgREST. */
export interface DatabaseFailure {
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
}

const postgresErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});

/** Reads an error of either driver; null when it is none of Postgres. */
export function readDatabaseFailure(error: unknown): DatabaseFailure | null {
  const parsed = postgresErrorSchema.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, detail, hint } = parsed.data;
  return { code, message, details: detail ?? null, hint: hint ?? null };
}

const BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

const BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * HTTP status of an SQLSTATE, as PostgREST answers it.
 *
 * @param signedIn tells 403 from 401 where a privilege is missing.
 * @see https://docs.postgrest.org/en/stable/references/errors.html
 */
export function statusOf(code: string, signedIn: boolean): number {
  if (code === '42501') return signedIn ? 403 : 401;
  // RAISE … USING errcode = 'PT409' names the status itself.
  const chosen = /^PT([2-5]\d\d)$/.exec(code);
  if (chosen) return Number(chosen[1]);
  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}
