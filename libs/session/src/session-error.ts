import { z } from 'zod';

/** An error of the auth client, read without its code, which loads later. */
const authErrorSchema = z.object({
  __isAuthError: z.literal(true),
  name: z.string(),
  message: z.string(),
  status: z.number().optional(),
  code: z.string().optional(),
});

/**
 * Why a request to the authentication service failed. `code` is the service's own (`invalid_credentials`,
 * `email_not_confirmed`, `weak_password`, …), `network` when no answer came, `unexpected` for everything else.
 */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The service's own words, for the log alone: they are English. Null without any. */
  readonly serverMessage: string | null;

  constructor(code: string, status: number, serverMessage: string | null, options?: { cause?: unknown }) {
    super(serverMessage ?? code, options);
    this.code = code;
    this.status = status;
    this.serverMessage = serverMessage;
  }
}

/** Translates anything that the auth client returned or threw. */
export function toSessionError(cause: unknown): SessionError {
  if (cause instanceof SessionError) return cause;
  const { data: error } = authErrorSchema.safeParse(cause);
  if (!error) return new SessionError('unexpected', 0, null, { cause });
  const { status = 0 } = error;
  // No answer, or a gateway's; its message is not for users.
  if (error.name === 'AuthRetryableFetchError') return new SessionError('network', status, null, { cause });
  // Without a status the error comes from the client, whose wording is not for users.
  if (status === 0) return new SessionError('unexpected', 0, null, { cause });
  return new SessionError(error.code ?? 'unexpected', status, error.message, { cause });
}

/** Calls the service; returns its answer, or throws a {@link SessionError} for any failure. */
export async function ask<T extends { error: unknown }>(request: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await request();
  } catch (error) {
    throw toSessionError(error);
  }
  if (answer.error) throw toSessionError(answer.error);
  return answer;
}
