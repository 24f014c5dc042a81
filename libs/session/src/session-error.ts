import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';

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
  if (!isAuthError(cause)) return new SessionError('unexpected', 0, null, { cause });
  const status = cause.status ?? 0;
  // No answer, or a gateway's; its message is not for users.
  if (isAuthRetryableFetchError(cause)) return new SessionError('network', status, null, { cause });
  // Without a status the error comes from the client, whose wording is not for users.
  if (status === 0) return new SessionError('unexpected', 0, null, { cause });
  return new SessionError(cause.code ?? 'unexpected', status, cause.message, { cause });
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
